package io.aliquot.node.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ComplaintsTest {
    private final List<String> sent = new ArrayList<>();
    private Set<String> lost = Set.of();
    private final Complaints complaints = new Complaints(this::send);

    private boolean send(String reason, String problem) {
        sent.add(problem);
        return !lost.contains(problem);
    }

    private List<String> tell(String... now) {
        sent.clear();
        complaints.tell("CardNotOffered", List.of(now));
        return List.copyOf(sent);
    }

    @Test
    void aProblemIsToldOnceForAsLongAsItLasts() {
        assertEquals(List.of("a"), tell("a"));
        assertEquals(List.of("b"), tell("a", "b"));
        assertEquals(List.of(), tell("b"));
        assertEquals(List.of("a"), tell("a", "b"));
    }

    @Test
    void oneThatCouldNotBeSentIsSentAgainWithoutTheOthers() {
        lost = Set.of("b");
        assertEquals(List.of("a", "b", "c"), tell("a", "b", "c"));
        assertEquals(List.of("b"), tell("a", "b", "c"));
        lost = Set.of();
        assertEquals(List.of("b"), tell("a", "b", "c"));
        assertEquals(List.of(), tell("a", "b", "c"));
    }
}
