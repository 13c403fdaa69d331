package io.aliquot.node.usage;

import io.aliquot.node.api.NodeEvents;
import io.aliquot.node.state.PodName;
import io.aliquot.node.state.PreparedClaim;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;

/** Tells of breaches by an Event and a line in the log: once for each. */
final class Alarm {
    private static final Logger LOG = Logger.getLogger(Alarm.class);
    private final NodeEvents events;
    private Set<String> told = Set.of();

    Alarm(NodeEvents events) {
        this.events = events;
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

    private boolean send(Breach one, List<PreparedClaim> claims) {
        LOG.warn(one.message());
        return events.warn(about(one, claims), one.reason(), one.message());
    }

    private ObjectReference about(Breach one, List<PreparedClaim> claims) {
        return claims.stream()
                .flatMap(claim -> claim.pods().stream())
                .filter(pod -> one.podUid().filter(pod.uid()::equals).isPresent())
                .findFirst()
                .map(Alarm::pod)
                .orElseGet(events::self);
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
