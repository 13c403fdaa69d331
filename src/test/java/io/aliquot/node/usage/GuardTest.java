package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.nvml.GpuProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** On the real /proc: the process under test is this one. */
class GuardTest {
    private final ProcessTable table = new ProcessTable(Path.of("/proc"));
    private final Guard guard = new Guard(table);
    private final int pid = (int) ProcessHandle.current().pid();
    private final ProcessKey self = table.key(pid).orElseThrow();

    private List<Unlimited> find(ProcessKey... known) {
        return guard.find("GPU-1", List.of(new GpuProcess(pid, 5)), List.of(known));
    }

    @Test
    void aProcessWithASlotIsLimited() {
        assertEquals(List.of(), find(self));
        assertEquals(List.of(), find(new ProcessKey(0, self.pid(), 0)));
    }

    @Test
    void aProcessWithoutASlotIsNot() {
        assertEquals(List.of(new Unlimited("GPU-1", pid, 5, table.pod(pid))), find());
    }

    @Test
    void theSlotOfAnotherProcessIsNoExcuse() {
        assertEquals(
                1,
                find(new ProcessKey(self.namespace(), self.pid() + 1, self.started()))
                        .size());
        assertEquals(
                1,
                find(new ProcessKey(self.namespace() + 1, self.pid(), self.started()))
                        .size());
        assertEquals(
                1,
                find(new ProcessKey(self.namespace(), self.pid(), self.started() + 1))
                        .size());
    }

    @Test
    void aProcessThatHasEndedIsNoBreach() {
        assertEquals(List.of(), guard.find("GPU-1", List.of(new GpuProcess(Integer.MAX_VALUE, 5)), List.of()));
        assertEquals(Optional.empty(), table.key(Integer.MAX_VALUE));
    }
}
