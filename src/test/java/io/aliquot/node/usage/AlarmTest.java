package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.node.api.SentEvents;
import io.aliquot.node.state.PodName;
import io.aliquot.node.state.PreparedClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AlarmTest {
    private static final PreparedClaim CLAIM =
            Shares.share("a", 100).claim().withPods(List.of(new PodName("team", "pod", "p")));
    private final SentEvents events = new SentEvents();
    private final List<String> sent = events.subjects;
    private final List<String> lookedUp = new ArrayList<>();
    private long now;
    private final Alarm alarm = new Alarm(events, this::lookUp, () -> now);

    private Optional<PodName> lookUp(String uid) {
        lookedUp.add(uid);
        return Optional.of(new PodName("team", "second", "q"))
                .filter(pod -> pod.uid().equals(uid));
    }

    private void tell(int first, int last, Optional<String> pod) {
        List<Unlimited> all = IntStream.rangeClosed(first, last)
                .mapToObj(pid -> new Unlimited("GPU-1", pid, 0, pod))
                .toList();
        alarm.tell(all, List.of(CLAIM));
    }

    @Test
    void aBreachIsToldOnceOnItsPodOrElseOnTheNode() {
        tell(1, 1, Optional.of("p"));
        tell(1, 1, Optional.of("p"));
        tell(2, 2, Optional.of("unknown"));
        tell(3, 3, Optional.empty());
        assertEquals(List.of("Pod/pod UnlimitedProcess", "Node/n1 UnlimitedProcess", "Node/n1 UnlimitedProcess"), sent);
    }

    @Test
    void aPodThatCameToASharedClaimLaterIsToldItself() {
        tell(1, 1, Optional.of("q"));
        assertEquals(List.of("Pod/second UnlimitedProcess"), sent);
    }

    @Test
    void aPodIsLookedUpOnceHoweverManyProcessesItHas() {
        tell(1, 20, Optional.of("unknown"));
        tell(1, 25, Optional.of("unknown"));
        assertEquals(List.of("unknown"), lookedUp);
    }

    @Test
    void ofTwoDriversOneTellsAndTheOtherGoesOnWhenThatIsGone() {
        events.speaks = false;
        tell(1, 1, Optional.of("p"));
        assertEquals(List.of(), sent);
        events.speaks = true;
        tell(1, 1, Optional.of("p"));
        assertEquals(List.of("Pod/pod UnlimitedProcess"), sent);
    }

    @Test
    void whatCouldNotBeSentIsSentAgain() {
        events.reached = false;
        tell(1, 1, Optional.of("p"));
        events.reached = true;
        tell(1, 1, Optional.of("p"));
        tell(1, 1, Optional.of("p"));
        assertEquals(2, sent.size());
    }

    @Test
    void anApiServerThatIsAwayIsAskedOnceForARoundAndCostsNoEvents() {
        events.reached = false;
        for (int round = 0; round < 100; round++) {
            tell(1, 10, Optional.of("p"));
        }
        assertEquals(100, sent.size());
        sent.clear();
        events.reached = true;
        tell(1, 10, Optional.of("p"));
        assertEquals(10, sent.size());
    }

    @Test
    void aPodOfManyProcessesThatComeAndGoIsNoFloodOfEvents() {
        for (int round = 0; round < 1000; round++) {
            now += 1_000_000_000;
            tell(round * 10, round * 10 + 9, Optional.of("p"));
        }
        assertEquals(Budget.AT_ONCE + 1000 / 300, sent.size());
        tell(1, 1, Optional.empty());
        assertEquals("Node/n1 UnlimitedProcess", sent.getLast());
    }
}
