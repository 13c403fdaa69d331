package io.aliquot.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One review of a pod with a share, by a dry run. */
public final class Probe {
    private static final long PATIENCE_SECONDS = 20;
    private static final int OK = 200;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Target target;
    private final Optional<SocketAddress> address;

    /** {@code address} is where to connect when the target's name cannot be resolved here. */
    public Probe(Target target, Optional<String> address) {
        this.target = target;
        this.address = address.map(Probe::socket);
    }

    private static SocketAddress socket(String address) {
        int colon = address.lastIndexOf(':');
        try {
            return SocketAddress.inetSocketAddress(
                    Integer.parseInt(address.substring(colon + 1)), address.substring(0, Math.max(0, colon)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--address: '" + address + "' is not HOST:PORT", e);
        }
    }

    /** The answer to a pod with {@code resource: 1} in {@code namespace}; throws with a sentence when there is none. */
    public JsonNode ask(String namespace, String resource) throws IOException, InterruptedException {
        Vertx vertx = Vertx.vertx();
        try {
            HttpClient client = vertx.createHttpClient(new HttpClientOptions()
                    .setSsl(true)
                    .setVerifyHost(true)
                    .setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(target.authorities()))));
            String answer = client.request(options())
                    .compose(request -> request.putHeader("Content-Type", "application/json")
                            .send(review(namespace, resource).toString()))
                    .compose(Probe::body)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return JSON.readTree(answer).path("response");
        } catch (ExecutionException e) {
            throw new IOException(target.host() + ":" + target.port() + ": " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new IOException(target.host() + ": no answer in " + PATIENCE_SECONDS + " s", e);
        } finally {
            var unused = vertx.close();
        }
    }

    private RequestOptions options() {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setHost(target.host())
                .setPort(target.port())
                .setURI(target.path());
        address.ifPresent(options::setServer);
        return options;
    }

    private static Future<String> body(HttpClientResponse response) {
        return response.body()
                .compose(body -> response.statusCode() == OK
                        ? Future.succeededFuture(body.toString())
                        : Future.failedFuture(response.statusCode() + ": " + body));
    }

    private static ObjectNode review(String namespace, String resource) {
        ObjectNode review = JsonNodeFactory.instance.objectNode();
        review.put("apiVersion", "admission.k8s.io/v1").put("kind", "AdmissionReview");
        ObjectNode request = review.putObject("request");
        request.put("uid", UUID.randomUUID().toString()).put("operation", "CREATE");
        request.put("namespace", namespace).put("name", "aliquot-check").put("dryRun", true);
        request.putObject("kind").put("group", "").put("version", "v1").put("kind", "Pod");
        request.putObject("resource").put("group", "").put("version", "v1").put("resource", "pods");
        ObjectNode pod = request.putObject("object");
        pod.put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("name", "aliquot-check").put("namespace", namespace);
        ObjectNode container = pod.putObject("spec").putArray("containers").addObject();
        container.put("name", "main").put("image", "check");
        container.putObject("resources").putObject("limits").put(resource, "1");
        return review;
    }
}
