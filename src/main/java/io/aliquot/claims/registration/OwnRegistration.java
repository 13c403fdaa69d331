package io.aliquot.claims.registration;

import io.aliquot.log.LogLine;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Our MutatingWebhookConfiguration in the cluster, which the installation owns. */
final class OwnRegistration {
    private static final Logger LOG = Logger.getLogger(OwnRegistration.class);
    private static final PatchContext JSON_PATCH = PatchContext.of(PatchType.JSON);
    private static final int INVALID = 422;
    private static final int CONFLICT = 409;

    private final KubernetesClient client;
    private final String name;

    OwnRegistration(KubernetesClient client, String name) {
        this.client = client;
        this.name = name;
    }

    /** A change of one field of the object, a JSON patch operation. */
    record Change(String path, Object value) {
        static Change matchConditions(int webhook, Object conditions) {
            return new Change("/webhooks/" + webhook + "/matchConditions", conditions);
        }

        /**
         * Those of all caBundles that are to change.
         *
         * @param next from a caBundle, null when there is none, to what it is to become; nothing when it is right
         */
        static List<Change> caBundles(
                MutatingWebhookConfiguration present, Function<@Nullable String, Optional<String>> next) {
            List<Change> changes = new ArrayList<>();
            List<MutatingWebhook> webhooks = webhooks(present);
            for (int i = 0; i < webhooks.size(); i++) {
                String path = "/webhooks/" + i + "/clientConfig/caBundle";
                next.apply(webhooks.get(i).getClientConfig().getCaBundle())
                        .ifPresent(bundle -> changes.add(new Change(path, bundle)));
            }
            return changes;
        }

        private Map<String, Object> as(String operation) {
            return Map.of("op", operation, "path", path, "value", value);
        }
    }

    static List<MutatingWebhook> webhooks(MutatingWebhookConfiguration present) {
        return Optional.ofNullable(present.getWebhooks()).orElse(List.of());
    }

    Optional<MutatingWebhookConfiguration> read() {
        Optional<MutatingWebhookConfiguration> present =
                Optional.ofNullable(resource().get());
        if (present.isEmpty()) {
            LOG.warn(LogLine.event("registration-missing").with("name", name));
        }
        return present;
    }

    private Resource<MutatingWebhookConfiguration> resource() {
        return client.admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName(name);
    }

    /** Writes them to the object as it was read; false when somebody else has changed it since: look again. */
    boolean write(MutatingWebhookConfiguration present, List<Change> changes) {
        List<Map<String, Object>> patch = new ArrayList<>();
        patch.add(new Change("/metadata/resourceVersion", present.getMetadata().getResourceVersion()).as("test"));
        changes.forEach(change -> patch.add(change.as("add")));
        try {
            resource().patch(JSON_PATCH, client.getKubernetesSerialization().asJson(patch));
            LOG.info(LogLine.event("registration-patched").with("name", name).with("changes", changes.size()));
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() != CONFLICT && e.getCode() != INVALID) {
                throw e;
            }
            LOG.warn(
                    LogLine.event("registration-not-patched").with("name", name).with("message", e));
            return false;
        }
    }
}
