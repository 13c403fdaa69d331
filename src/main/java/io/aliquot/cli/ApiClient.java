package io.aliquot.cli;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;

/**
 * The way to the API server for commands without the server. Apart from them, since the JVM looks for the client's
 * classes when it checks a class that makes one, and {@code translate} runs without them.
 */
final class ApiClient {
    private ApiClient() {}

    static KubernetesClient connect() {
        return new KubernetesClientBuilder()
                .withHttpClientFactory(new VertxHttpClientFactory())
                .build();
    }
}
