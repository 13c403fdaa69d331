package io.aliquot.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.aliquot.model.Warning;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WarningsTest {
    @Test
    void a_long_warning_is_cut_between_characters() {
        List<String> texts = written(List.of(new Warning("p", "x".repeat(251) + "😀".repeat(10))));
        assertTrue(texts.getFirst().length() <= Warnings.LONGEST);
        assertTrue(texts.getFirst().endsWith("x…"), texts.getFirst());
    }

    @Test
    void many_warnings_fit_together_and_the_rest_is_counted() {
        List<String> texts = written(IntStream.range(0, 100)
                .mapToObj(i -> new Warning("spec.containers[" + i + "]", "y".repeat(200)))
                .toList());
        assertTrue(texts.stream().mapToInt(String::length).sum() <= Warnings.ALL);
        assertEquals("and " + (100 - texts.size() + 1) + " more warnings", texts.getLast());
    }

    @Test
    void the_same_warning_comes_once_and_on_one_line() {
        assertEquals(List.of("p: a b"), written(Collections.nCopies(3, new Warning("p", "a\nb"))));
    }

    private static List<String> written(List<Warning> warnings) {
        var array = JsonNodeFactory.instance.arrayNode();
        Warnings.write(warnings, array);
        return array.valueStream().map(JsonNode::asText).toList();
    }
}
