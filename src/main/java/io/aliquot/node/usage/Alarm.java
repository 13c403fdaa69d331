package io.aliquot.node.usage;

import io.aliquot.node.state.PodName;
import io.aliquot.node.state.PreparedClaim;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** Tells of breaches by an Event and a line in the log: once for each. */
final class Alarm {
    private static final Logger LOG = Logger.getLogger(Alarm.class);
    private final Events events;
    private final Supplier<ObjectReference> node;
    private final LongSupplier clock;
    private final Budget budget = new Budget();
    private Set<String> told = Set.of();

    /** Sends an Event; tells whether the API server has it. */
    @FunctionalInterface
    interface Events {
        boolean warn(ObjectReference about, String reason, String message);
    }

    /**
     * One for the life of the process.
     *
     * @param node what an Event is about where no pod is known
     * @param clock nanoseconds since any moment
     */
    Alarm(Events events, Supplier<ObjectReference> node, LongSupplier clock) {
        this.events = events;
        this.node = node;
        this.clock = clock;
    }

    /** {@code now} is all there are; those that are new since the last call are told. */
    void tell(List<? extends Breach> now, List<PreparedClaim> claims) {
        Set<String> done = new HashSet<>();
        for (Breach one : now) {
            if (told.contains(one.identity()) || send(one, claims)) {
                done.add(one.identity());
            }
        }
        told = done;
    }

    /** A tenant can make breaches faster than anyone can read of them: each process of its own is one. */
    private boolean send(Breach one, List<PreparedClaim> claims) {
        ObjectReference about = about(one, claims);
        if (!budget.take(one.reason() + " " + about.getUid(), clock.getAsLong())) {
            return false;
        }
        LOG.warn(one.message());
        return events.warn(about, one.reason(), one.message());
    }

    private ObjectReference about(Breach one, List<PreparedClaim> claims) {
        return claims.stream()
                .flatMap(claim -> claim.pods().stream())
                .filter(pod -> one.podUid().filter(pod.uid()::equals).isPresent())
                .findFirst()
                .map(Alarm::pod)
                .orElseGet(node);
    }

    private static ObjectReference pod(PodName pod) {
        return new ObjectReferenceBuilder()
                .withApiVersion("v1")
                .withKind("Pod")
                .withNamespace(pod.namespace())
                .withName(pod.name())
                .withUid(pod.uid())
                .build();
    }
}
