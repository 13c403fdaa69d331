package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.node.api.SentEvents;
import io.aliquot.node.state.PodName;
import io.aliquot.node.state.PreparedClaim;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AlarmTest {
    private static final PreparedClaim CLAIM =
            Shares.share("a", 100).claim().withPods(List.of(new PodName("team", "pod", "p")));
    private final SentEvents events = new SentEvents();
    private final List<String> sent = events.subjects;
    private final List<PodName> others = new ArrayList<>();
    private boolean away;
    private int lists;
    private long now;
    private final Alarm alarm = new Alarm(events, new LateComers(this::list, () -> now), () -> now);

    private List<PodName> list() throws IOException {
        lists++;
        if (away) {
            throw new IOException("connection refused");
        }
        return List.copyOf(others);
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
        others.add(new PodName("team", "second", "q"));
        away = true;
        tell(1, 1, Optional.of("q"));
        away = false;
        tell(1, 1, Optional.of("q"));
        assertEquals(List.of("Pod/second UnlimitedProcess"), sent);
    }

    @Test
    void allClaimsAreReadOnceInAMinuteWhoeverItIsAbout() {
        for (int pod = 0; pod < 50; pod++) {
            now += 1_000_000_000;
            tell(pod, pod, Optional.of("stranger-" + pod));
        }
        assertEquals(50, sent.size());
        assertEquals(1, lists);
        now += 60_000_000_000L;
        tell(1, 1, Optional.of("stranger"));
        assertEquals(2, lists);
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
    void anApiServerThatIsAwayCostsNoEvents() {
        events.reached = false;
        for (int round = 0; round < 100; round++) {
            tell(1, 10, Optional.of("p"));
        }
        sent.clear();
        events.reached = true;
        tell(1, 10, Optional.of("p"));
        assertEquals(10, sent.size());
    }

    @Test
    void oneRoundDoesNotWaitForAllWhenEachTakesLong() {
        events.beforeAnswer = () -> now += 4_000_000_000L;
        tell(1, 10, Optional.of("p"));
        assertEquals(2, sent.size());
    }

    @Test
    void oneThatCannotBeSentKeepsNoOtherBack() {
        events.lost = Set.of(new Unlimited("GPU-1", 1, 0, Optional.of("p")).message());
        tell(1, 2, Optional.of("p"));
        tell(1, 2, Optional.of("p"));
        assertEquals(3, sent.size());
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
