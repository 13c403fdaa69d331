package io.aliquot.node.usage;

import io.aliquot.node.api.Events;
import io.aliquot.node.state.PodName;
import io.aliquot.node.state.PreparedClaim;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/** Tells of breaches by an Event and a line in the log: once for each. */
final class Alarm {
    private static final Logger LOG = Logger.getLogger(Alarm.class);
    /** Where the API server does not answer, one round need not wait for all. */
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(5);

    private final Events events;
    private final LateComers others;
    private final LongSupplier clock;
    private final Budget budget = new Budget();
    private Set<String> told = Set.of();

    /**
     * One for the life of the process.
     *
     * @param others pods that no prepared claim names
     * @param clock nanoseconds since any moment
     */
    Alarm(Events events, LateComers others, LongSupplier clock) {
        this.events = events;
        this.others = others;
        this.clock = clock;
    }

    /** {@code now} is all there are; those that are new since the last call are told. */
    void tell(List<? extends Breach> now, List<PreparedClaim> claims) {
        if (!events.speaks()) {
            return;
        }
        Set<String> done = new HashSet<>();
        long began = clock.getAsLong();
        for (Breach one : now) {
            if (told.contains(one.identity()) || (clock.getAsLong() - began < LONGEST_NS && budgeted(one, claims))) {
                done.add(one.identity());
            }
        }
        told = done;
    }

    /** A tenant can make breaches faster than anyone can read of them: each process of its own is one. */
    private boolean budgeted(Breach one, List<PreparedClaim> claims) {
        String subject = one.reason() + " " + one.podUid().orElse("");
        if (!budget.take(subject, clock.getAsLong())) {
            return false;
        }
        if (send(one, claims)) {
            return true;
        }
        budget.giveBack(subject);
        return false;
    }

    private boolean send(Breach one, List<PreparedClaim> claims) {
        LOG.warn(one.message());
        try {
            return events.warn(about(one, claims), one.reason(), one.message());
        } catch (IOException e) {
            LOG.warnf("Whose process it is will be asked again: %s", e.getMessage());
            return false;
        }
    }

    private ObjectReference about(Breach one, List<PreparedClaim> claims) throws IOException {
        if (one.podUid().isEmpty()) {
            return events.self();
        }
        String uid = one.podUid().get();
        Optional<PodName> named = named(uid, claims);
        return (named.isPresent() ? named : others.find(uid)).map(Alarm::pod).orElseGet(events::self);
    }

    private static Optional<PodName> named(String uid, List<PreparedClaim> claims) {
        return claims.stream()
                .flatMap(claim -> claim.pods().stream())
                .filter(pod -> pod.uid().equals(uid))
                .findFirst();
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
