package io.aliquot.cli;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import java.util.Optional;

/**
 * The way to the API server for commands without the server. Apart from them, since the JVM looks for the client's
 * classes when it checks a class that makes one, and {@code translate} runs without them.
 */
final class ApiClient {
    private ApiClient() {}

    static KubernetesClient connect() {
        return connect(new ConfigBuilder());
    }

    /** With few attempts, for those who come back by themselves: a call of the kubelet ends after 45 s. */
    static KubernetesClient connectShortly() {
        return connect(new ConfigBuilder().withRequestRetryBackoffLimit(2));
    }

    private static KubernetesClient connect(ConfigBuilder config) {
        return new KubernetesClientBuilder()
                .withConfig(config.build())
                .withHttpClientFactory(new VertxHttpClientFactory())
                .build();
    }

    /** What the API server said, or why it said nothing; empty for what is no answer of its. */
    static Optional<String> sentence(RuntimeException thrown) {
        return thrown instanceof KubernetesClientException failure
                ? Optional.of(failure.getCode() > 0 ? answer(failure) : silence(failure))
                : Optional.empty();
    }

    private static String answer(KubernetesClientException failure) {
        String message = failure.getStatus() == null
                ? failure.getMessage()
                : failure.getStatus().getMessage();
        return "the API server answers " + failure.getCode() + ": " + message;
    }

    private static String silence(KubernetesClientException failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return "the API server does not answer: " + cause + "; name a cluster that does by KUBECONFIG";
    }
}
