package io.aliquot.node.usage;

import io.aliquot.node.api.Events;
import io.aliquot.node.state.PodName;
import io.aliquot.node.state.PreparedClaim;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/** Tells of breaches by an Event and a line in the log: once for each. */
final class Alarm {
    private static final Logger LOG = Logger.getLogger(Alarm.class);
    private final Events events;
    private final Function<String, Optional<PodName>> others;
    private final LongSupplier clock;
    private final Budget budget = new Budget();
    private Set<String> told = Set.of();
    /** Those that were looked up, for as long as there are breaches of theirs. */
    private final Map<String, Optional<PodName>> found = new HashMap<>();

    /**
     * One for the life of the process.
     *
     * @param others a pod by its uid, when no prepared claim names it; asked for seldom
     * @param clock nanoseconds since any moment
     */
    Alarm(Events events, Function<String, Optional<PodName>> others, LongSupplier clock) {
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
        found.keySet()
                .retainAll(now.stream().flatMap(one -> one.podUid().stream()).toList());
        boolean reached = true;
        for (Breach one : now) {
            if (told.contains(one.identity())) {
                done.add(one.identity());
            } else if (reached && budget.take(subject(one), clock.getAsLong())) {
                // The others would wait for an API server that does not answer, each on its own.
                reached = send(one, claims);
                if (reached) {
                    done.add(one.identity());
                } else {
                    budget.giveBack(subject(one));
                }
            }
        }
        told = done;
    }

    /** A tenant can make breaches faster than anyone can read of them: each process of its own is one. */
    private static String subject(Breach one) {
        return one.reason() + " " + one.podUid().orElse("");
    }

    private boolean send(Breach one, List<PreparedClaim> claims) {
        LOG.warn(one.message());
        ObjectReference about = one.podUid()
                .flatMap(uid -> named(uid, claims).or(() -> found.computeIfAbsent(uid, others)))
                .map(Alarm::pod)
                .orElseGet(events::self);
        return events.warn(about, one.reason(), one.message());
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
