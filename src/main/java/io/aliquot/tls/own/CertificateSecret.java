package io.aliquot.tls.own;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The Secret that all replicas share. Of two that write at once the API server lets one win, by the resourceVersion. */
final class CertificateSecret {
    private static final int CONFLICT = 409;

    private final KubernetesClient client;
    private final String namespace;
    private final String name;

    CertificateSecret(KubernetesClient client, String namespace, String name) {
        this.client = client;
        this.namespace = namespace;
        this.name = name;
    }

    private Resource<Secret> resource() {
        return client.secrets().inNamespace(namespace).withName(name);
    }

    Optional<Secret> read() {
        return Optional.ofNullable(resource().get());
    }

    static Map<String, String> data(Secret secret) {
        return Optional.ofNullable(secret.getData()).orElse(Map.of()).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> decoded(entry.getValue())));
    }

    /** Writes what follows {@code present}; false when somebody else was faster. */
    boolean write(Optional<Secret> present, Map<String, String> data) {
        Secret secret = present.map(SecretBuilder::new)
                .orElseGet(() -> new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(name)
                        .endMetadata())
                .withData(data.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, entry -> encoded(entry.getValue()))))
                .build();
        try {
            Secret unused = present.isPresent()
                    ? client.resource(secret).update()
                    : client.resource(secret).create();
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == CONFLICT) {
                return false;
            }
            throw e;
        }
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String data) {
        return new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8);
    }
}
