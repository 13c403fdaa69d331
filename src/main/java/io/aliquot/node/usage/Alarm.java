package io.aliquot.node.usage;

import io.aliquot.node.state.PodName;
import io.aliquot.node.state.PreparedClaim;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;

/** Tells of unlimited processes by an Event and a line in the log: once for each process. */
final class Alarm {
    private static final Logger LOG = Logger.getLogger(Alarm.class);
    private final KubernetesClient client;
    private final String node;
    private Set<Unlimited> told = Set.of();

    Alarm(KubernetesClient client, String node) {
        this.client = client;
        this.node = node;
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
        ObjectReference about = about(one, claims);
        String namespace = about.getNamespace() == null ? "default" : about.getNamespace();
        String now = Instant.now().toString();
        try {
            client.v1()
                    .events()
                    .inNamespace(namespace)
                    .resource(new EventBuilder()
                            .withNewMetadata()
                            .withGenerateName("aliquot-unlimited-")
                            .withNamespace(namespace)
                            .endMetadata()
                            .withInvolvedObject(about)
                            .withType("Warning")
                            .withReason("UnlimitedProcess")
                            .withMessage(message)
                            .withNewSource("aliquot-node", node)
                            .withFirstTimestamp(now)
                            .withLastTimestamp(now)
                            .withCount(1)
                            .build())
                    .create();
            return true;
        } catch (KubernetesClientException e) {
            LOG.warnf("The event is sent again: %s", e.getMessage());
            return false;
        }
    }

    private ObjectReference about(Unlimited one, List<PreparedClaim> claims) {
        return claims.stream()
                .flatMap(claim -> claim.pods().stream())
                .filter(pod -> one.podUid().equals(java.util.Optional.of(pod.uid())))
                .findFirst()
                .map(Alarm::pod)
                .orElseGet(() -> new ObjectReferenceBuilder()
                        .withApiVersion("v1")
                        .withKind("Node")
                        .withName(node)
                        .withUid(node)
                        .build());
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
