package io.aliquot.rewrite.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.reading.ContainerReading;
import io.aliquot.rewrite.reading.PodReading;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The selectors that we write, evaluated on every recorded card, give the old system's answer or one that we mean. */
class LegacyAnnotationsTest {
    @Test
    void every_card_is_accepted_as_the_old_system_accepted_it() {
        Set<IntendedCardDifference> seen = EnumSet.noneOf(IntendedCardDifference.class);
        List<String> faults = new ArrayList<>();
        verdicts().forEach(verdict -> {
            boolean old = verdict.uuidOk() && verdict.typeAndModeOk();
            if (accepts(verdict) == old) {
                return;
            }
            List<IntendedCardDifference> reasons = Arrays.stream(IntendedCardDifference.values())
                    .filter(difference -> difference.applies.test(verdict))
                    .toList();
            seen.addAll(reasons);
            if (reasons.isEmpty()) {
                faults.add("old " + old + ", ours " + !old + ": " + verdict);
            }
        });
        assertEquals("", String.join("\n", faults));
        assertEquals(EnumSet.allOf(IntendedCardDifference.class), seen, "every difference occurs");
    }

    @Test
    void the_recorded_answers_agree_with_themselves() {
        verdicts()
                .filter(v -> !v.fit().equals("n/a"))
                .forEach(v -> assertEquals(v.fit(), String.valueOf(v.uuidOk() && v.typeAndModeOk()), v.id()));
    }

    @Test
    void cards_are_bound_to_a_numa_node_for_the_same_values() {
        verdicts().forEach(verdict -> {
            if (OurVerdict.rewrite(verdict.pod()) instanceof Rewriting.Rewritten rewritten) {
                assertEquals(verdict.numaBind(), container(verdict, rewritten).numa(), verdict.toString());
            }
        });
    }

    @Test
    void no_row_was_lost() {
        assertEquals(1469, verdicts().count());
    }

    private static Stream<CardVerdict> verdicts() {
        return LegacyData.table("annotations.tsv.gz").stream().map(CardVerdict::of);
    }

    /** A refusal is how we say that no card can match. */
    private static boolean accepts(CardVerdict verdict) {
        return OurVerdict.rewrite(verdict.pod()) instanceof Rewriting.Rewritten rewritten
                && container(verdict, rewritten).requests().stream()
                        .allMatch(request -> request.on(verdict.device()).isPresent());
    }

    private static ContainerReading container(CardVerdict verdict, Rewriting.Rewritten rewritten) {
        return new PodReading(verdict.pod(), rewritten).containers().getFirst();
    }
}
