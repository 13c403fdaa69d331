package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;

/** JSON with sorted keys and no spaces: equal content gives equal text. */
final class CanonicalJson {
    private CanonicalJson() {}

    static String of(JsonNode node) {
        if (node.isObject()) {
            StringJoiner members = new StringJoiner(",", "{", "}");
            for (String name : sortedNames(node)) {
                members.add(TextNode.valueOf(name) + ":" + of(node.path(name)));
            }
            return members.toString();
        }
        if (node.isArray()) {
            StringJoiner elements = new StringJoiner(",", "[", "]");
            node.forEach(element -> elements.add(of(element)));
            return elements.toString();
        }
        return node.toString();
    }

    /** The same object with its members in alphabetical order. */
    static ObjectNode sorted(JsonNode node) {
        ObjectNode sorted = JsonNodeFactory.instance.objectNode();
        sortedNames(node).forEach(name -> sorted.set(name, node.path(name)));
        return sorted;
    }

    private static Set<String> sortedNames(JsonNode node) {
        Set<String> names = new TreeSet<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
