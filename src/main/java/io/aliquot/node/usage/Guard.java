package io.aliquot.node.usage;

import io.aliquot.nvml.GpuProcess;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares what a shared card says of its processes with what their regions say. It finds those who use it past the
 * interposer: static programs, other drivers' pods, programs of the host, and programs that go round its hooks.
 */
final class Guard {
    private final ProcessTable table;

    Guard(ProcessTable table) {
        this.table = table;
    }

    /** What the card does for each share, and the processes that no share knows. */
    record Findings(List<Unlimited> unlimited, List<Holding> holdings) {
        static final Findings NONE = new Findings(List.of(), List.of());
    }

    /** @param shares all that this card has */
    Findings look(String uuid, List<GpuProcess> processes, List<Share> shares) {
        List<Resident> strangers = new ArrayList<>(table.residents(processes));
        List<Holding> held = new ArrayList<>();
        for (Share share : shares) {
            List<Resident> own = strangers.stream()
                    .filter(one -> share.region().processes().stream().anyMatch(one.key()::matches))
                    .toList();
            strangers.removeAll(own);
            held.add(holding(share, own));
        }
        return new Findings(
                strangers.stream()
                        .map(Resident::process)
                        .map(one -> new Unlimited(uuid, one.pid(), one.busy(), table.pod(one.pid())))
                        .toList(),
                held);
    }

    private Holding holding(Share share, List<Resident> own) {
        return new Holding(
                share,
                own.stream().mapToLong(one -> one.process().bytes()).sum(),
                own.stream().mapToInt(one -> one.process().busy()).sum(),
                own.size(),
                own.stream()
                        .flatMap(one -> table.pod(one.process().pid()).stream())
                        .findFirst());
    }
}
