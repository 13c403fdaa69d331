package io.aliquot.claims;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.UUID;

/**
 * Who this process is in the cluster.
 *
 * @param namespace where it runs
 * @param replica a name that no other replica has
 */
record Identity(String namespace, String replica) {
    static Identity of(KubernetesClient client) {
        return new Identity(
                Optional.ofNullable(client.getNamespace()).orElse("default"),
                Optional.ofNullable(System.getenv("HOSTNAME")).orElse("aliquot") + "-"
                        + UUID.randomUUID().toString().substring(0, 8));
    }
}
