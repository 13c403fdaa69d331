package io.aliquot.cli.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * An object inside another one.
 *
 * @param path where it stands
 * @param node the object itself, not a copy
 */
public record Located(String path, ObjectNode node) {
    /** Every object in {@code root}, itself included, from the outside in and in the order of writing. */
    public static List<Located> in(JsonNode root) {
        List<Located> found = new ArrayList<>();
        collect("", root, found);
        return found;
    }

    private static void collect(String path, JsonNode node, List<Located> found) {
        if (node instanceof ObjectNode object) {
            found.add(new Located(path, object));
            object.properties()
                    .forEach(field -> collect(FieldPath.field(path, field.getKey()), field.getValue(), found));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                collect(FieldPath.element(path, i), node.get(i), found);
            }
        }
    }
}
