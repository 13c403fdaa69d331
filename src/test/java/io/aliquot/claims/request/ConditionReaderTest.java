package io.aliquot.claims.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.claims.Stored;
import io.aliquot.model.Selector;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Selectors are read back from claims exactly as the rewriting wrote them, through the real rewriting. */
class ConditionReaderTest {
    private static List<Condition> conditions(String limits, String annotation, String value) {
        ObjectNode pod = Stored.pod("p", limits);
        ((ObjectNode) pod.path("metadata").path("annotations")).put(annotation, value);
        return Stored.asks(pod, Stored.cards())
                .getFirst()
                .requests()
                .getFirst()
                .first()
                .conditions();
    }

    private static Condition condition(String annotation, String value) {
        return conditions("gpumem=100", annotation, value).getFirst();
    }

    @ParameterizedTest
    @CsvSource({
        "use-gpuuuid,   GPU-1,       true",
        "use-gpuuuid,   GPU-1;GPU-2, true",
        "nouse-gpuuuid, GPU-1,       false",
        "nouse-gpuuuid, GPU-1;GPU-2, false"
    })
    void uuidsAreReadBack(String annotation, String uuids, boolean wanted) {
        assertEquals(
                new Condition.OfCard(new Selector.Uuid(wanted, List.of(uuids.split(";", -1)))),
                condition("nvidia.com/" + annotation, uuids.replace(';', ',')));
    }

    @ParameterizedTest
    @CsvSource({
        "use-gputype,   a100,    true",
        "use-gputype,   a100;l4, true",
        "nouse-gputype, a100,    false",
        "nouse-gputype, a100;l4, false"
    })
    void typesAreReadBack(String annotation, String words, boolean wanted) {
        assertEquals(
                new Condition.OfCard(new Selector.Type(wanted, List.of(words.split(";", -1)))),
                condition("nvidia.com/" + annotation, words.replace(';', ',')));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\"b",
                "a\\b",
                "tab\there",
                "ключ",
                "x\"].exists(t",
                "\ud83d\ude00",
                "q\") || true || \"\".contains(\""
            })
    void hostileTextIsReadBackAsText(String text) {
        assertEquals(
                new Condition.OfCard(new Selector.Uuid(true, List.of(text))),
                condition("nvidia.com/use-gpuuuid", text));
    }

    @Test
    void theSizeOfTheCardIsReadBack() {
        List<Condition> sizes = Stored.asks(Stored.pod("p", "gpumem-percentage=50"), Stored.cards())
                .getFirst()
                .requests()
                .getFirst()
                .alternatives()
                .stream()
                .flatMap(alternative -> alternative.conditions().stream())
                .toList();
        BigDecimal mib = BigDecimal.valueOf(1024 * 1024);
        assertEquals(
                List.of(
                        new Condition.OfMemory(mib.multiply(BigDecimal.valueOf(81559))),
                        new Condition.OfMemory(mib.multiply(BigDecimal.valueOf(23034)))),
                sizes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "", "device.driver == \"gpu.aliquot.io\"", "\"uuid\" in", "(((((((((((((((("})
    void nothingIsConcludedFromASelectorOfSomebodyElse(String expression) {
        assertInstanceOf(Condition.Unread.class, ConditionReader.read(expression));
    }
}
