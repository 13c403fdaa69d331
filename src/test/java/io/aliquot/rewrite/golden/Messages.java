package io.aliquot.rewrite.golden;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Warnings and problems: a field path with one or more words that the sentence must contain. */
final class Messages {
    private Messages() {}

    /**
     * Every expected sentence must be there, and no other.
     *
     * @param expected a map from path to a keyword or a list of keywords, one for each sentence at that path
     */
    static <T> void check(
            JsonNode expected, List<T> actual, Function<T, String> path, Function<T, String> text, String kind) {
        List<T> open = new ArrayList<>(actual);
        expected.properties().forEach(entry -> {
            List<JsonNode> words = new ArrayList<>();
            if (entry.getValue().isArray()) {
                entry.getValue().forEach(words::add);
            } else {
                words.add(entry.getValue());
            }
            for (JsonNode word : words) {
                boolean found = remove(
                        open,
                        m -> path.apply(m).equals(entry.getKey())
                                && text.apply(m)
                                        .toLowerCase(Locale.ROOT)
                                        .contains(word.asText().toLowerCase(Locale.ROOT)));
                assertTrue(
                        found,
                        () -> "no " + kind + " at " + entry.getKey() + " with '" + word.asText() + "' in " + actual);
            }
        });
        assertTrue(open.isEmpty(), () -> "unexpected " + kind + ": " + open);
    }

    private static <T> boolean remove(List<T> open, Function<T, Boolean> matches) {
        for (T message : open) {
            if (matches.apply(message)) {
                return open.remove(message);
            }
        }
        return false;
    }
}
