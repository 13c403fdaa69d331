package io.aliquot.node.usage;

import io.aliquot.nvml.GpuProcess;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Finds those who use a shared card past the interposer: static programs, other drivers' pods, programs of the host. */
final class Guard {
    private final ProcessTable table;

    Guard(ProcessTable table) {
        this.table = table;
    }

    /**
     * The processes of one card that no region knows.
     *
     * @param known the owners of live slots in the regions of this card
     */
    List<Unlimited> find(String uuid, List<GpuProcess> processes, Collection<ProcessKey> known) {
        List<Unlimited> found = new ArrayList<>();
        for (GpuProcess process : processes) {
            Optional<ProcessKey> key = table.key(process.pid());
            if (key.isPresent() && known.stream().noneMatch(key.get()::matches)) {
                found.add(new Unlimited(uuid, process.pid(), process.bytes(), table.pod(process.pid())));
            }
        }
        return found;
    }
}
