package io.aliquot.e2e;

import io.fabric8.kubernetes.client.Config;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Requests with as little of a client in between as possible, for measurements. */
final class RawApi {
    private final HttpClient http;
    private final String base;
    private final Optional<String> token;

    /** A connection for each request at a time: with HTTP/2 this client has one, and refuses what is too much for it. */
    private RawApi(byte[] authority, String base, Optional<String> token) {
        this.http = HttpClient.newBuilder()
                .sslContext(trusting(authority))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        this.base = base;
        this.token = token;
    }

    /** The API server, as the administrator. */
    static RawApi server(Config config) {
        byte[] authority = Base64.getDecoder().decode(config.getCaCertData());
        return new RawApi(
                authority,
                config.getMasterUrl().replaceAll("/$", ""),
                Optional.ofNullable(config.getOauthToken()).or(() -> Optional.ofNullable(config.getAutoOAuthToken())));
    }

    /** A webhook, as the API server speaks to it. */
    static RawApi webhook(Path authority, int port) {
        return new RawApi(read(authority), "https://127.0.0.1:" + port, Optional.empty());
    }

    /** Reads a text. */
    String get(String path) {
        return send(HttpRequest.newBuilder(URI.create(base + path)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** Sends JSON and returns the status. */
    int post(String path, byte[] json) {
        return send(request(path, json), HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    /** Sends JSON and returns the answer. */
    byte[] ask(String path, byte[] json) {
        return send(request(path, json), HttpResponse.BodyHandlers.ofByteArray())
                .body();
    }

    private HttpRequest request(String path, byte[] json) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(json));
        token.ifPresent(text -> request.header("Authorization", "Bearer " + text));
        return request.build();
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        try {
            return http.send(request, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SSLContext trusting(byte[] authority) {
        try (InputStream pem = new ByteArrayInputStream(authority)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(pem));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext tls = SSLContext.getInstance("TLSv1.3");
            tls.init(null, trust.getTrustManagers(), null);
            return tls;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
