package io.aliquot.node.usage;

import io.aliquot.node.state.PodName;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Pods that came to a claim of this node after the first: the kubelet does not prepare it for them, so only the API server
 * knows. Asking it may mean to read all claims of the cluster, which is done at most once in a minute, whoever it is about.
 */
final class LateComers {
    private static final long PERIOD_NS = TimeUnit.MINUTES.toNanos(1);
    private final Source source;
    private final LongSupplier clock;
    private Map<String, PodName> known = Map.of();
    private Optional<Long> listed = Optional.empty();

    /** All pods for which claims of this node are reserved. */
    @FunctionalInterface
    interface Source {
        List<PodName> pods() throws IOException;
    }

    /** @param clock nanoseconds since any moment */
    LateComers(Source source, LongSupplier clock) {
        this.source = source;
        this.clock = clock;
    }

    /** @throws IOException when the API server does not answer; try again */
    Optional<PodName> find(String uid) throws IOException {
        long now = clock.getAsLong();
        if (!known.containsKey(uid) && listed.filter(at -> now - at < PERIOD_NS).isEmpty()) {
            known = source.pods().stream().collect(Collectors.toMap(PodName::uid, Function.identity(), (a, b) -> a));
            listed = Optional.of(now);
        }
        return Optional.ofNullable(known.get(uid));
    }
}
