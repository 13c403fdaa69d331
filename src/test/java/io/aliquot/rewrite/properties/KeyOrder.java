package io.aliquot.rewrite.properties;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;

/** The same tree with its keys in another order, and the digest that does not depend on the order. */
final class KeyOrder {
    private KeyOrder() {}

    static JsonNode reversed(JsonNode tree) {
        return ordered(tree, Comparator.reverseOrder());
    }

    /** SHA-256 in hex of the JSON text with sorted keys and no white space. */
    static String sha256(JsonNode tree) {
        String text = ordered(tree, Comparator.naturalOrder()).toString();
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode ordered(JsonNode tree, Comparator<String> order) {
        return switch (tree) {
            case ObjectNode object -> {
                ObjectNode copy = JsonNodeFactory.instance.objectNode();
                object.properties().stream()
                        .map(java.util.Map.Entry::getKey)
                        .sorted(order)
                        .forEach(key -> copy.set(key, ordered(object.path(key), order)));
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = JsonNodeFactory.instance.arrayNode();
                array.forEach(item -> copy.add(ordered(item, order)));
                yield copy;
            }
            default -> tree;
        };
    }
}
