package io.aliquot.node.usage;

import io.aliquot.nvml.GpuProcess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

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

    /**
     * Looks at one card.
     *
     * @param shares all that this card has
     * @param cardBusy percent of the time in which the card worked, whoever for
     */
    Findings look(String uuid, List<GpuProcess> processes, List<Share> shares, int cardBusy) {
        List<Resident> all = table.residents(processes);
        List<Unlimited> strangers = new ArrayList<>();
        Map<Share, List<Resident>> owned = new HashMap<>();
        for (Resident one : all) {
            owner(one, shares)
                    .ifPresentOrElse(
                            share -> owned.computeIfAbsent(share, none -> new ArrayList<>())
                                    .add(one),
                            () -> strangers.add(unlimited(uuid, one.process())));
        }
        CardTime time = new CardTime(all, cardBusy);
        return new Findings(
                strangers,
                shares.stream()
                        .map(share -> holding(share, owned.getOrDefault(share, List.of()), time))
                        .toList());
    }

    private Unlimited unlimited(String uuid, GpuProcess process) {
        return new Unlimited(uuid, process.pid(), process.busy(), table.pod(process.pid()));
    }

    private Optional<Share> owner(Resident one, List<Share> shares) {
        List<Share> claimed =
                shares.stream().filter(share -> has(share, one.key()::matches)).toList();
        return claimed.size() < 2 ? claimed.stream().findFirst() : Optional.of(likeliest(one, claimed));
    }

    /** A tenant can write the numbers of others' processes into its region, but not for whom its claim is. */
    private Share likeliest(Resident one, List<Share> claimed) {
        Optional<String> pod = table.pod(one.process().pid());
        return claimed.stream()
                .filter(share -> pod.filter(uid -> isFor(share, uid)).isPresent())
                .findFirst()
                .or(() -> claimed.stream()
                        .filter(share -> has(share, one.key()::equals))
                        .findFirst())
                .orElseGet(claimed::getFirst);
    }

    private static boolean has(Share share, Predicate<ProcessKey> test) {
        return share.region().processes().stream().anyMatch(test);
    }

    private static boolean isFor(Share share, String podUid) {
        return share.claim().pods().stream().anyMatch(pod -> pod.uid().equals(podUid));
    }

    private Holding holding(Share share, List<Resident> own, CardTime time) {
        return new Holding(
                share,
                own.stream().mapToLong(one -> one.process().bytes()).sum(),
                time.of(own),
                own.size(),
                pod(share, own));
    }

    private Optional<String> pod(Share share, List<Resident> own) {
        return pods(own)
                .filter(uid -> isFor(share, uid))
                .findFirst()
                .or(() -> pods(own).findFirst());
    }

    private Stream<String> pods(List<Resident> own) {
        return own.stream().flatMap(one -> table.pod(one.process().pid()).stream());
    }
}
