package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.node.state.PodName;
import io.aliquot.node.state.PreparedClaim;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AlarmTest {
    private static final PreparedClaim CLAIM =
            Shares.share("a", 100).claim().withPods(List.of(new PodName("team", "pod", "p")));
    private final List<String> sent = new ArrayList<>();
    private boolean reached = true;
    private long now;
    private final Alarm alarm = new Alarm(this::send, AlarmTest::node, () -> now);

    private boolean send(ObjectReference about, String reason, String message) {
        sent.add(about.getKind() + " " + reason);
        return reached;
    }

    private static ObjectReference node() {
        return new ObjectReferenceBuilder().withKind("Node").withUid("n1").build();
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
        assertEquals(List.of("Pod UnlimitedProcess", "Node UnlimitedProcess", "Node UnlimitedProcess"), sent);
    }

    @Test
    void whatCouldNotBeSentIsSentAgain() {
        reached = false;
        tell(1, 1, Optional.of("p"));
        reached = true;
        tell(1, 1, Optional.of("p"));
        tell(1, 1, Optional.of("p"));
        assertEquals(2, sent.size());
    }

    @Test
    void aPodOfManyProcessesThatComeAndGoIsNoFloodOfEvents() {
        for (int round = 0; round < 1000; round++) {
            now += 1_000_000_000;
            tell(round * 10, round * 10 + 9, Optional.of("p"));
        }
        assertEquals(Budget.AT_ONCE + 1000 / 300, sent.size());
        tell(1, 1, Optional.empty());
        assertEquals("Node UnlimitedProcess", sent.getLast());
    }
}
