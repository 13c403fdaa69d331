package io.aliquot.node.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadinessTest {
    private final Readiness readiness = Readiness.awaiting("a", "b");

    @Test
    void whatIsAwaitedStandsAgainstIt() {
        assertFalse(readiness.isFine("a"));
        assertTrue(readiness.isFine("c"));
        readiness.fine("a");
        assertEquals(Map.of("b", "has not come about yet"), readiness.reasons());
    }

    @Test
    void whoWaitsForASubjectHearsOfEachChangeToFine() {
        List<String> heard = new ArrayList<>();
        readiness.whenFine("a", () -> heard.add("a"));
        readiness.fine("b");
        readiness.fine("a");
        readiness.fine("a");
        assertEquals(List.of("a"), heard);
        readiness.wrong("a", "refused");
        readiness.fine("a");
        assertEquals(List.of("a", "a"), heard);
    }
}
