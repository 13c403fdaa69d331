package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.node.usage.Hint.Activity;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HintTest {
    private static Activity share(String card, boolean active, boolean high) {
        return new Activity(card, active, high);
    }

    private static Map<String, Hint> hints(Map<String, Activity> shares) {
        return Hint.of(shares, Set.of());
    }

    @Test
    void aShareAloneHasTheCardToItself() {
        assertEquals(
                new Hint(true, false),
                hints(Map.of("a", share("c", true, false))).get("a"));
    }

    @Test
    void workOfAnotherShareOfTheCardCounts() {
        var hints = hints(Map.of("a", share("c", false, false), "b", share("c", true, false)));
        assertEquals(new Hint(false, false), hints.get("a"));
        assertEquals(new Hint(true, false), hints.get("b"));
    }

    @Test
    void workOnAnotherCardDoesNot() {
        var hints = hints(Map.of("a", share("c", true, false), "b", share("d", true, true)));
        assertEquals(new Hint(true, false), hints.get("a"));
    }

    @Test
    void onlyALowShareIsToldOfHighPriority() {
        var hints = hints(Map.of(
                "low", share("c", true, false), "high", share("c", true, true), "alsoHigh", share("c", true, true)));
        assertEquals(new Hint(false, true), hints.get("low"));
        assertEquals(new Hint(false, false), hints.get("high"));
    }

    @Test
    void highPriorityWithoutWorkHindersNobody() {
        var hints = hints(Map.of("low", share("c", true, false), "high", share("c", false, true)));
        assertEquals(new Hint(true, false), hints.get("low"));
    }
}
