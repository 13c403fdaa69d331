package io.aliquot.claims;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.jspecify.annotations.Nullable;

/**
 * Requests to the API server as JSON trees, so that no field is lost which the client library does not know. An
 * admission review waits for the answers: timeouts are short and there is one retry.
 */
final class ApiServer implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 3_000;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final KubernetesClient client;

    ApiServer(KubernetesClient client) {
        this.client = client;
    }

    /** The API server of the pod's service account or of the kubeconfig. */
    static ApiServer connect(Config config) {
        Config impatient = new ConfigBuilder(config)
                .withConnectionTimeout(TIMEOUT_MILLIS)
                .withRequestTimeout(TIMEOUT_MILLIS)
                .withRequestRetryBackoffLimit(1)
                .withRequestRetryBackoffInterval(100)
                .build();
        return new ApiServer(new KubernetesClientBuilder().withConfig(impatient).build());
    }

    /** The namespace that the client runs in. */
    String namespace() {
        String namespace = client.getNamespace();
        return namespace == null ? "default" : namespace;
    }

    ApiReply get(String path) {
        return call("GET", path, null);
    }

    ApiReply post(String path, JsonNode object) {
        return call("POST", path, object.toString());
    }

    /** Deletes that very object, and not one that has its name by now. */
    ApiReply delete(String path, String uid) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("apiVersion", "v1").put("kind", "DeleteOptions");
        if (!uid.isEmpty()) {
            options.putObject("preconditions").put("uid", uid);
        }
        return call("DELETE", path, options.toString());
    }

    private ApiReply call(String method, String path, @Nullable String body) {
        try {
            String answer = client.raw(path, method, body);
            return new ApiReply(200, answer == null ? JsonNodeFactory.instance.objectNode() : JSON.readTree(answer));
        } catch (KubernetesClientException e) {
            return e.getCode() > 0
                    ? failed(e.getCode(), said(e))
                    : failed(0, rootCause(e).toString());
        } catch (JsonProcessingException e) {
            return failed(0, "the answer is not JSON: " + e.getOriginalMessage());
        }
    }

    private static @Nullable String said(KubernetesClientException e) {
        return e.getStatus() == null ? e.getMessage() : e.getStatus().getMessage();
    }

    private static Throwable rootCause(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static ApiReply failed(int code, @Nullable String message) {
        return new ApiReply(
                code, JsonNodeFactory.instance.objectNode().put("message", message == null ? "no answer" : message));
    }

    @Override
    public void close() {
        client.close();
    }
}
