package io.aliquot.node.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ComplaintsTest {
    private final SentEvents events = new SentEvents();
    private final Complaints complaints = new Complaints(events);

    private List<String> tell(String... now) {
        events.messages.clear();
        complaints.tell("CardNotOffered", List.of(now));
        return List.copyOf(events.messages);
    }

    @Test
    void aProblemIsToldOnceForAsLongAsItLasts() {
        assertEquals(List.of("a"), tell("a"));
        assertEquals(List.of("b"), tell("a", "b"));
        assertEquals(List.of(), tell("b"));
        assertEquals(List.of("a"), tell("a", "b"));
    }

    @Test
    void ofTwoDriversOneTells() {
        events.speaks = false;
        assertEquals(List.of(), tell("a"));
        events.speaks = true;
        assertEquals(List.of("a"), tell("a"));
    }

    @Test
    void oneThatCouldNotBeSentIsSentAgainWithoutTheOthers() {
        events.lost = Set.of("b");
        assertEquals(List.of("a", "b"), tell("a", "b", "c"));
        assertEquals(List.of("b"), tell("a", "b", "c"));
        events.lost = Set.of();
        assertEquals(List.of("b", "c"), tell("a", "b", "c"));
        assertEquals(List.of(), tell("a", "b", "c"));
    }
}
