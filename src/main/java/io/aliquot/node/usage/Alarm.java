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

/** Tells of unlimited processes by an Event and a line in the log: once for each process. */
final class Alarm {
    private static final Logger LOG = Logger.getLogger(Alarm.class);
    private final NodeEvents events;
    private Set<Unlimited> told = Set.of();

    Alarm(NodeEvents events) {
        this.events = events;
    }

    /** {@code now} is all there are; those that are new since the last call are told. */
    void tell(List<Unlimited> now, List<PreparedClaim> claims) {
        Set<Unlimited> done = new HashSet<>();
        for (Unlimited one : now) {
            Unlimited identity = new Unlimited(one.uuid(), one.pid(), 0, one.podUid());
            if (told.contains(identity) || send(one, claims)) {
                done.add(identity);
            }
        }
        told = done;
    }

    private boolean send(Unlimited one, List<PreparedClaim> claims) {
        String message = "Process " + one.pid() + " uses the shared card " + one.uuid()
                + " and is held by no limit: it has not loaded the interposer"
                + one.podUid().map(uid -> " (pod uid " + uid + ")").orElse(" (it runs in no pod)");
        LOG.warn(message);
        return events.warn(about(one, claims), "UnlimitedProcess", message);
    }

    private ObjectReference about(Unlimited one, List<PreparedClaim> claims) {
        return claims.stream()
                .flatMap(claim -> claim.pods().stream())
                .filter(pod -> one.podUid().equals(java.util.Optional.of(pod.uid())))
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
