package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Arrays;
import java.util.Iterator;

/** JSON with sorted keys and no spaces: equal content gives equal text. */
final class CanonicalJson {
    private CanonicalJson() {}

    static String of(JsonNode node) {
        StringBuilder text = new StringBuilder(256);
        write(node, text);
        return text.toString();
    }

    private static void write(JsonNode node, StringBuilder text) {
        if (node.isObject()) {
            char separator = '{';
            for (String name : sortedNames(node)) {
                quote(name, text.append(separator));
                write(node.path(name), text.append(':'));
                separator = ',';
            }
            text.append(separator == '{' ? "{}" : "}");
        } else if (node.isArray()) {
            char separator = '[';
            for (JsonNode element : node) {
                write(element, text.append(separator));
                separator = ',';
            }
            text.append(separator == '[' ? "[]" : "]");
        } else if (node.isTextual()) {
            quote(node.textValue(), text);
        } else {
            text.append(node);
        }
    }

    private static void quote(String value, StringBuilder text) {
        if (isPlain(value)) {
            text.append('"').append(value).append('"');
        } else {
            text.append(TextNode.valueOf(value));
        }
    }

    /** Whether JSON shows the text as it is. */
    private static boolean isPlain(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    /** The same object with its members in alphabetical order. */
    static ObjectNode sorted(JsonNode node) {
        ObjectNode sorted = JsonNodeFactory.instance.objectNode();
        for (String name : sortedNames(node)) {
            sorted.set(name, node.path(name));
        }
        return sorted;
    }

    private static String[] sortedNames(JsonNode node) {
        String[] names = new String[node.size()];
        Iterator<String> each = node.fieldNames();
        for (int i = 0; i < names.length; i++) {
            names[i] = each.next();
        }
        Arrays.sort(names);
        return names;
    }
}
