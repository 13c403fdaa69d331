package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.node.state.Amount;
import io.aliquot.node.state.ClaimId;
import io.aliquot.node.state.PreparedClaim;
import io.aliquot.node.state.PreparedDevice;
import io.aliquot.node.state.Treatment;
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

    private static Share share(String claim, long mib, ProcessKey... known) {
        PreparedDevice device = new PreparedDevice(
                claim + "-g0",
                "g0",
                "n1",
                "gpu-0",
                Optional.empty(),
                "GPU-1",
                "nvidia.com/gpu=GPU-1",
                new Amount(mib * MIB, 30, 1),
                Treatment.LIMITED);
        PreparedClaim prepared = new PreparedClaim(
                new ClaimId("team", claim, "uid-" + claim), List.of(), "libaliquot.so", List.of(device));
        return new Share(prepared, device, new Region(0, 0, 0, List.of(known)));
    }

    private Guard.Findings look(long mib, Share... shares) {
        return guard.look("GPU-1", List.of(new GpuProcess(pid, mib * MIB)), List.of(shares));
    }

    private List<Unlimited> find(ProcessKey... known) {
        return look(5, share("a", 100, known)).unlimited();
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
        assertEquals(List.of(new Unlimited("GPU-1", pid, 5 * MIB, table.pod(pid))), find());
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
                guard.look("GPU-1", List.of(new GpuProcess(Integer.MAX_VALUE, 5)), List.of(share("a", 100)))
                        .breaches());
        assertEquals(Optional.empty(), table.key(Integer.MAX_VALUE));
    }

    @Test
    void memoryIsHeldAgainstTheShareWhoseSlotTheProcessHas() {
        Guard.Findings findings = look(700, share("a", 100), share("b", 100, self));
        assertEquals(
                List.of(0L, 700 * MIB),
                findings.holdings().stream().map(Holding::seen).toList());
        assertEquals(List.of("share b-g0"), identities(findings));
    }

    @Test
    void aShareThatHoldsMoreThanItMayIsABreachBeyondWhatEstimatesAreWrongBy() {
        assertEquals(List.of(), identities(look(8000 + 512, share("a", 8000, self))));
        Guard.Findings findings = look(8000 + 513, share("a", 8000, self));
        assertEquals(List.of("share a-g0"), identities(findings));
        String message = findings.breaches().getFirst().message();
        assertTrue(message.contains("holds 8513 MiB") && message.contains("may have 8000 MiB"), message);
    }

    private static List<String> identities(Guard.Findings findings) {
        return findings.breaches().stream().map(Breach::identity).toList();
    }
}
