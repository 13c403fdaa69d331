package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.stream.Stream;

/** What the API server says when the webhook refuses a pod. */
final class Refusals {
    static final String BY_US = "admission webhook \"pods.aliquot.io\" denied the request";

    private Refusals() {}

    /** Every problem of an {@code outcome.yaml} is told, with its path and its words. */
    static void check(JsonNode outcome, String message) {
        assertTrue(message.contains(BY_US), message);
        outcome.path("problems").properties().forEach(problem -> {
            assertTrue(message.contains(problem.getKey()), problem.getKey() + " is not in: " + message);
            words(problem.getValue())
                    .forEach(word -> assertTrue(
                            message.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT)),
                            word + " is not in: " + message));
        });
    }

    private static Stream<String> words(JsonNode problem) {
        return problem.isArray() ? problem.valueStream().map(JsonNode::asText) : Stream.of(problem.asText());
    }
}
