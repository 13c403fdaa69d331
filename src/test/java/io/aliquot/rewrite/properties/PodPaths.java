package io.aliquot.rewrite.properties;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Places in a JSON tree. */
final class PodPaths {
    private PodPaths() {}

    /** Every place of {@code tree}, the root included. */
    static List<JsonPointer> all(JsonNode tree) {
        List<JsonPointer> paths = new ArrayList<>();
        collect(tree, JsonPointer.empty(), paths);
        return paths;
    }

    private static void collect(JsonNode node, JsonPointer at, List<JsonPointer> paths) {
        paths.add(at);
        node.properties().forEach(e -> collect(e.getValue(), at.appendProperty(e.getKey()), paths));
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                collect(node.get(i), at.appendIndex(i), paths);
            }
        }
    }

    /** A copy of {@code tree} with {@code value} at {@code path}. */
    static JsonNode with(JsonNode tree, JsonPointer path, JsonNode value) {
        if (path.matches()) {
            return value;
        }
        JsonNode copy = tree.deepCopy();
        String name = path.last().getMatchingProperty();
        switch (copy.at(path.head())) {
            case ObjectNode object -> object.set(name, value);
            case ArrayNode array -> array.set(path.last().getMatchingIndex(), value);
            default -> throw new IllegalArgumentException(path.toString());
        }
        return copy;
    }
}
