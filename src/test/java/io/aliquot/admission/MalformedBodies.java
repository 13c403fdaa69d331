package io.aliquot.admission;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Real reviews, spoilt: broken bytes, broken JSON, and JSON that is sound but no longer what it says. */
final class MalformedBodies {
    private static final List<String> SCRAPS = List.of(
            "{",
            "}",
            "[",
            "]",
            "\"",
            ",",
            ":",
            "null",
            "-",
            "1e999999999",
            "\\u0000",
            "\\ud800",
            "\u0000",
            "NaN",
            "{\"a\":".repeat(300),
            "[".repeat(300),
            "9".repeat(2000),
            "\"nvidia.com/gpu\":\"1\",",
            "\ufeff");

    private final List<byte[]> reviews;
    private final List<ObjectNode> trees;

    /** Every review is a dry run: what still passes shall leave nothing in the server. */
    MalformedBodies() {
        trees = Reviews.names().map(MalformedBodies::dryRun).toList();
        reviews = trees.stream()
                .map(tree -> tree.toString().getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static ObjectNode dryRun(String name) {
        try {
            ObjectNode review = (ObjectNode) Client.JSON.readTree(Reviews.bytes(name));
            review.withObjectProperty("request").put("dryRun", true);
            return review;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same body for the same state of {@code random}. */
    byte[] next(Random random) {
        byte[] review = reviews.get(random.nextInt(reviews.size()));
        return switch (random.nextInt(6)) {
            case 0 -> flipped(review, random);
            case 1 -> Arrays.copyOf(review, random.nextInt(review.length));
            case 2 -> inserted(review, random);
            case 3 -> noise(random);
            default -> changed(trees.get(random.nextInt(trees.size())).deepCopy(), random);
        };
    }

    private static byte[] flipped(byte[] review, Random random) {
        byte[] body = review.clone();
        for (int i = random.nextInt(1, 20); i > 0; i--) {
            body[random.nextInt(body.length)] = (byte) random.nextInt();
        }
        return body;
    }

    private static byte[] inserted(byte[] review, Random random) {
        byte[] scrap = SCRAPS.get(random.nextInt(SCRAPS.size())).getBytes(StandardCharsets.UTF_8);
        int at = random.nextInt(review.length);
        byte[] body = new byte[review.length + scrap.length];
        System.arraycopy(review, 0, body, 0, at);
        System.arraycopy(scrap, 0, body, at, scrap.length);
        System.arraycopy(review, at, body, at + scrap.length, review.length - at);
        return body;
    }

    private static byte[] noise(Random random) {
        byte[] body = new byte[random.nextInt(random.nextInt(50) == 0 ? 200_000 : 500)];
        random.nextBytes(body);
        return body;
    }

    /** Some values replaced by others of any kind. */
    private static byte[] changed(ObjectNode review, Random random) {
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            List<JsonNode> containers = new ArrayList<>();
            collect(review, containers);
            replace(containers.get(random.nextInt(containers.size())), random);
        }
        try {
            return Client.JSON.writeValueAsBytes(review);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void collect(JsonNode node, List<JsonNode> containers) {
        if (node.isContainerNode() && !node.isEmpty()) {
            containers.add(node);
            node.forEach(child -> collect(child, containers));
        }
    }

    private static void replace(JsonNode container, Random random) {
        if (container instanceof ObjectNode object) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            object.set(names.get(random.nextInt(names.size())), value(random));
        } else if (container instanceof ArrayNode array) {
            array.set(random.nextInt(array.size()), value(random));
        }
    }

    private static JsonNode value(Random random) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        return switch (random.nextInt(9)) {
            case 0 -> json.nullNode();
            case 1 -> json.booleanNode(random.nextBoolean());
            case 2 -> json.numberNode(random.nextLong());
            case 3 -> json.numberNode(random.nextDouble() * 1e300);
            case 4 -> json.textNode("");
            case 5 -> json.textNode("x".repeat(random.nextInt(70_000)));
            case 6 -> json.textNode("-1.5e3Gi\"'\\ \u0001");
            case 7 -> json.arrayNode().add(json.objectNode().putNull("name"));
            default -> json.objectNode().put("nvidia.com/gpu", random.nextInt()).set("a", json.arrayNode());
        };
    }
}
