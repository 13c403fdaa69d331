package io.aliquot.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.zjsonpatch.JsonPatch;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Does what the API server does with a webhook: TLS by the CA, a review, the patch applied. */
final class Client {
    static final JsonMapper JSON = new JsonMapper();

    private final URI server;
    private final HttpClient http;

    Client(URI server) throws IOException, GeneralSecurityException {
        this(server, WebhookCertificate.authority());
    }

    Client(URI server, Path authority) throws IOException, GeneralSecurityException {
        this.server = server;
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream ca = Files.newInputStream(authority)) {
            store.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(ca));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext tls = SSLContext.getInstance("TLSv1.3");
        tls.init(null, trust.getTrustManagers(), null);
        http = HttpClient.newBuilder().sslContext(tls).build();
    }

    URI url(String path) {
        return server.resolve(path);
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    HttpResponse<String> post(byte[] body) {
        return send(HttpRequest.newBuilder(url("/mutate?timeout=5s"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
    }

    /** The response object of a review that was answered. */
    JsonNode review(JsonNode review) {
        try {
            HttpResponse<String> answer = post(JSON.writeValueAsBytes(review));
            if (answer.statusCode() != 200) {
                throw new AssertionError(answer.statusCode() + " " + answer.body());
            }
            return JSON.readTree(answer.body()).path("response");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The review with the answer's patch applied to its pod. */
    static ObjectNode patched(ObjectNode review, JsonNode response) throws IOException {
        ObjectNode patched = review.deepCopy();
        if (response.has("patch")) {
            JsonNode pod =
                    JsonPatch.apply(JSON.readTree(response.path("patch").binaryValue()), review.at("/request/object"));
            ((ObjectNode) patched.path("request")).set("object", pod);
        }
        return patched;
    }
}
