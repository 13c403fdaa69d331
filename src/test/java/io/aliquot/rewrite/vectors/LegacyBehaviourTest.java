package io.aliquot.rewrite.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.model.Problem.Reason;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.vectors.Verdict.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every recorded pod of the old system: the same verdict, or a difference that we mean. */
class LegacyBehaviourTest {
    @Test
    void what_we_make_of_a_pod_is_what_the_tables_say() {
        List<String> faults = new ArrayList<>();
        rows().forEach(row -> {
            PodFacts facts = PodFacts.of(row.pod(), OurVerdict.MAPPING);
            Verdict ours = OurVerdict.of(facts);
            Verdict table = DesignTable.of(facts);
            if (!differences(table, ours, true).isEmpty()) {
                faults.add(row.id() + " " + row.pod() + "\n  table " + table + "\n  ours  " + ours);
            }
        });
        assertEquals("", String.join("\n", faults.subList(0, Math.min(faults.size(), 10))), faults.size() + " faults");
    }

    @Test
    void every_difference_from_the_old_system_is_one_that_we_mean() {
        Set<IntendedDifference> seen = EnumSet.noneOf(IntendedDifference.class);
        List<String> faults = new ArrayList<>();
        rows().forEach(row -> {
            PodFacts facts = PodFacts.of(row.pod(), OurVerdict.MAPPING);
            Verdict ours = OurVerdict.of(facts);
            for (Part part : differences(row.verdict(), ours, false)) {
                List<IntendedDifference> reasons = Arrays.stream(IntendedDifference.values())
                        .filter(d -> d.explains(facts, part))
                        .toList();
                seen.addAll(reasons);
                if (reasons.isEmpty()) {
                    faults.add(
                            row.id() + " " + part + " " + row.pod() + "\n  old  " + row.verdict() + "\n  ours " + ours);
                }
            }
        });
        assertEquals("", String.join("\n", faults.subList(0, Math.min(faults.size(), 10))), faults.size() + " faults");
        assertEquals(EnumSet.allOf(IntendedDifference.class), seen, "every difference occurs");
    }

    @Test
    void whatever_the_old_system_refuses_for_we_name_as_well() {
        rows().filter(row -> !row.refusal().isEmpty()).forEach(row -> {
            if (OurVerdict.rewrite(row.pod()) instanceof Rewriting.Refused refused) {
                Reason reason = reason(row.refusal());
                assertTrue(refused.problems().stream().anyMatch(p -> p.reason() == reason), row.id() + " " + refused);
            }
        });
    }

    @Test
    void no_row_was_lost() {
        assertEquals(1670, LegacyData.pods().count());
        assertEquals(6912, LegacyData.numbers().count());
    }

    private static Stream<LegacyRow> rows() {
        return Stream.concat(LegacyData.pods(), LegacyData.numbers());
    }

    private static Reason reason(String refusal) {
        return switch (refusal.split(":", 2)[0]) {
            case "percentage-out-of-range" -> Reason.BAD_NUMBER;
            case "privileged" -> Reason.PRIVILEGED;
            case "node-preset" -> Reason.NODE_NAME;
            default -> throw new IllegalArgumentException(refusal);
        };
    }

    /** @param covering whether an init container may get more than it asked for */
    private static Set<Part> differences(Verdict expected, Verdict ours, boolean covering) {
        Set<Part> parts = EnumSet.noneOf(Part.class);
        if (expected.denied() || ours.denied()) {
            return expected.denied() == ours.denied() ? parts : EnumSet.of(Part.DENIED);
        }
        if (expected.taken() != ours.taken()) {
            parts.add(Part.TAKEN);
        }
        if (!Objects.equals(expected.env(), ours.env())) {
            parts.add(Part.ENV);
        }
        boolean same = covering
                ? covered(expected.containers(), ours.containers())
                : expected.containers().equals(ours.containers());
        if (!same) {
            parts.add(Part.CONTAINERS);
        }
        return parts;
    }

    private static boolean covered(List<Verdict.Gets> asked, List<Verdict.Gets> gets) {
        if (asked.size() != gets.size()) {
            return false;
        }
        for (int i = 0; i < asked.size(); i++) {
            if (!gets.get(i).equals(asked.get(i)) && !gets.get(i).covers(asked.get(i))) {
                return false;
            }
        }
        return true;
    }
}
