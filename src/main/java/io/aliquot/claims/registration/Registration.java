package io.aliquot.claims.registration;

import io.aliquot.log.LogLine;
import io.aliquot.model.Mapping;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Keeps the matchConditions and the caBundle of our MutatingWebhookConfiguration right. The installation owns the object;
 * nothing else of it is touched, and it is not made when it is missing.
 */
public final class Registration implements Runnable {
    private static final Logger LOG = Logger.getLogger(Registration.class);
    private static final PatchContext JSON_PATCH = PatchContext.of(PatchType.JSON);

    /** Where the installation writes the hash of the mapping file that its conditions are for. */
    private static final String MAPPING = "aliquot.io/mapping";

    private static final int INVALID = 422;
    private static final int CONFLICT = 409;

    private final KubernetesClient client;
    private final String name;
    private final Supplier<Mapping> mapping;
    private final Supplier<String> mappingFileHash;
    private final Supplier<Optional<String>> caBundle;
    private final Upgrade upgrade = new Upgrade(Clock.systemUTC());

    /**
     * @param mappingFileHash SHA-256 of the mapping file, in hexadecimal
     * @param caBundle PEM in base64, or nothing when somebody else sees to it
     */
    public Registration(
            KubernetesClient client,
            String name,
            Supplier<Mapping> mapping,
            Supplier<String> mappingFileHash,
            Supplier<Optional<String>> caBundle) {
        this.client = client;
        this.name = name;
        this.mapping = mapping;
        this.mappingFileHash = mappingFileHash;
        this.caBundle = caBundle;
    }

    /** Looks once. */
    @Override
    public synchronized void run() {
        Resource<MutatingWebhookConfiguration> resource = client.admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName(name);
        MutatingWebhookConfiguration present = resource.get();
        if (present == null) {
            LOG.warn(LogLine.event("registration-missing").with("name", name));
            return;
        }
        List<Map<String, Object>> changes = changes(present);
        if (changes.isEmpty()) {
            return;
        }
        changes.addFirst(operation(
                "test", "/metadata/resourceVersion", present.getMetadata().getResourceVersion()));
        try {
            resource.patch(JSON_PATCH, client.getKubernetesSerialization().asJson(changes));
            LOG.info(LogLine.event("registration-patched").with("name", name).with("changes", changes.size() - 1));
        } catch (KubernetesClientException e) {
            if (e.getCode() != CONFLICT && e.getCode() != INVALID) {
                throw e;
            }
            LOG.warn(
                    LogLine.event("registration-not-patched").with("name", name).with("message", e));
        }
    }

    private List<Map<String, Object>> changes(MutatingWebhookConfiguration present) {
        List<Map<String, Object>> changes = new ArrayList<>();
        boolean upgraded = upgrade.isUnderWay(announced(present), mappingFileHash.get());
        List<MutatingWebhook> webhooks =
                Optional.ofNullable(present.getWebhooks()).orElse(List.of());
        for (int i = 0; i < webhooks.size(); i++) {
            MutatingWebhook webhook = webhooks.get(i);
            String path = "/webhooks/" + i;
            List<MatchCondition> conditions = MatchConditions.in(webhook.getMatchConditions(), mapping.get());
            if (!upgraded && !conditions.equals(webhook.getMatchConditions())) {
                changes.add(operation("add", path + "/matchConditions", conditions));
            }
            caBundle.get()
                    .filter(bundle -> !bundle.equals(webhook.getClientConfig().getCaBundle()))
                    .ifPresent(bundle -> changes.add(operation("add", path + "/clientConfig/caBundle", bundle)));
        }
        return changes;
    }

    private static Optional<String> announced(MutatingWebhookConfiguration present) {
        return Optional.ofNullable(present.getMetadata().getAnnotations()).map(annotations -> annotations.get(MAPPING));
    }

    private static Map<String, Object> operation(String operation, String path, Object value) {
        return Map.of("op", operation, "path", path, "value", value);
    }
}
