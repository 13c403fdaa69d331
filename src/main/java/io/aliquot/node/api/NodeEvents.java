package io.aliquot.node.api;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;

/** Warnings as Events, where `kubectl describe` of a node or a pod shows them. */
public final class NodeEvents implements Events {
    private static final Logger LOG = Logger.getLogger(NodeEvents.class);
    private final KubernetesClient client;
    private final String node;
    private final BooleanSupplier speaks;

    public NodeEvents(KubernetesClient client, String node, BooleanSupplier speaks) {
        this.client = client;
        this.node = node;
        this.speaks = speaks;
    }

    @Override
    public boolean speaks() {
        return speaks.getAsBoolean();
    }

    @Override
    public ObjectReference self() {
        return new ObjectReferenceBuilder()
                .withApiVersion("v1")
                .withKind("Node")
                .withName(node)
                .withUid(node)
                .build();
    }

    @Override
    public boolean warn(ObjectReference about, String reason, String message) {
        String namespace = about.getNamespace() == null ? "default" : about.getNamespace();
        String now = Instant.now().toString();
        try {
            client.v1()
                    .events()
                    .inNamespace(namespace)
                    .resource(new EventBuilder()
                            .withNewMetadata()
                            .withGenerateName("aliquot-node-")
                            .withNamespace(namespace)
                            .endMetadata()
                            .withInvolvedObject(about)
                            .withType("Warning")
                            .withReason(reason)
                            .withMessage(message.length() <= 1024 ? message : message.substring(0, 1024))
                            .withNewSource("aliquot-node", node)
                            .withFirstTimestamp(now)
                            .withLastTimestamp(now)
                            .withCount(1)
                            .build())
                    .create();
            return true;
        } catch (KubernetesClientException e) {
            return isRefused(e) ? onTheNode(about, reason, message, e) : again(e);
        }
    }

    private static boolean again(KubernetesClientException failure) {
        LOG.warnf("The event is sent again: %s", failure.getMessage());
        return false;
    }

    /** A namespace that is being deleted takes none. Trying again would keep the others waiting for nothing. */
    private boolean onTheNode(ObjectReference about, String reason, String message, KubernetesClientException failure) {
        LOG.warnf("An event was refused: %s", failure.getMessage());
        return "Node".equals(about.getKind()) || warn(self(), reason, message);
    }

    /** Of the answers below 500 these are not about the event: who asks, how slowly, how often. */
    private static boolean isRefused(KubernetesClientException failure) {
        int code = failure.getCode();
        return code >= 400 && code < 500 && code != 401 && code != 408 && code != 429;
    }
}
