package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.nvml.GpuProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** On the real /proc: the process under test is this one. */
class GuardTest {
    private static final long MIB = 1 << 20;
    private final ProcessTable table = new ProcessTable(Path.of("/proc"));
    private final Guard guard = new Guard(table);
    private final int pid = (int) ProcessHandle.current().pid();
    private final ProcessKey self = table.key(pid).orElseThrow();

    private Guard.Findings look(long mib, Share... shares) {
        return guard.look("GPU-1", List.of(new GpuProcess(pid, mib * MIB, 40)), List.of(shares), 100);
    }

    private List<Unlimited> find(ProcessKey... known) {
        return look(5, Shares.share("a", 100, known)).unlimited();
    }

    private ProcessKey other(int namespace, int process, int start) {
        return new ProcessKey(self.namespace() + namespace, self.pid() + process, self.started() + start);
    }

    @Test
    void aProcessWithASlotIsLimited() {
        assertEquals(List.of(), find(self));
        assertEquals(List.of(), find(new ProcessKey(0, self.pid(), 0)));
    }

    @Test
    void aProcessWithoutASlotIsNot() {
        assertEquals(List.of(new Unlimited("GPU-1", pid, 40, table.pod(pid))), find());
    }

    @Test
    void theSlotOfAnotherProcessIsNoExcuse() {
        assertEquals(1, find(other(0, 1, 0)).size());
        assertEquals(1, find(other(1, 0, 0)).size());
        assertEquals(1, find(other(0, 0, 1)).size());
    }

    @Test
    void aProcessThatHasEndedIsNoBreach() {
        assertEquals(
                List.of(),
                guard.look(
                                "GPU-1",
                                List.of(new GpuProcess(Integer.MAX_VALUE, 5, 0)),
                                List.of(Shares.share("a", 100)),
                                100)
                        .unlimited());
        assertEquals(Optional.empty(), table.key(Integer.MAX_VALUE));
    }

    @Test
    void memoryIsHeldAgainstTheShareWhoseSlotTheProcessHas() {
        Guard.Findings findings = look(700, Shares.share("a", 100), Shares.share("b", 100, self));
        assertEquals(
                List.of(0L, 700 * MIB),
                findings.holdings().stream().map(Holding::seen).toList());
        assertEquals(
                List.of(0, 40), findings.holdings().stream().map(Holding::busy).toList());
        assertEquals(List.of("share b-g0"), identities(findings));
    }

    @Test
    void aShareThatHoldsMoreThanItMayIsABreachBeyondWhatEstimatesAreWrongBy() {
        assertEquals(List.of(), identities(look(8000 + 512, Shares.share("a", 8000, self))));
        Guard.Findings findings = look(8000 + 513, Shares.share("a", 8000, self));
        assertEquals(List.of("share a-g0"), identities(findings));
        String message = findings.holdings().getFirst().excess().orElseThrow().message();
        assertTrue(message.contains("holds 8513 MiB") && message.contains("may have 8000 MiB"), message);
    }

    @Test
    void aRegionThatClaimsEveryProcessTakesNoneFromTheShareThatKnowsItExactly() {
        Share greedy = Shares.share("a", 100, new ProcessKey(0, self.pid(), 0));
        Guard.Findings findings = look(700, greedy, Shares.share("b", 100, self));
        assertEquals(List.of("share b-g0"), identities(findings));
    }

    private static List<String> identities(Guard.Findings findings) {
        return findings.holdings().stream()
                .flatMap(each -> each.excess().stream())
                .map(Breach::identity)
                .toList();
    }
}
