package io.aliquot.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(WebhookCertificate.class)
class ManagementTest {
    @TestHTTPResource(value = "/", tls = true)
    private URI server = URI.create("");

    @TestHTTPResource(value = "/", management = true)
    private URI management = URI.create("");

    @Test
    void health_and_metrics_are_plain_http_on_their_own_port() throws Exception {
        for (String path : new String[] {"live", "ready", "started"}) {
            HttpResponse<String> answer = get("/q/health/" + path);
            assertEquals(200, answer.statusCode(), answer.body());
        }
        String ready = get("/q/health/ready").body();
        assertTrue(ready.contains("\"hash\"") && ready.contains("\"serving\"") && ready.contains("memory"), ready);
    }

    @Test
    void every_series_of_ours_is_exported_with_its_help() throws Exception {
        Client client = new Client(server);
        client.post(Reviews.bytes("pod-count-mem-cores.01-create.json"));
        client.post(Reviews.bytes("pod-memory-4Gi-suffix.01-create.json"));
        client.post(new byte[0]);
        String metrics = get("/q/metrics").body();
        for (String line : new String[] {
            "aliquot_reviews_total{outcome=\"rewritten\",reason=\"none\"}",
            "aliquot_reviews_total{outcome=\"refused\",reason=\"bad_number\"}",
            "aliquot_reviews_total{outcome=\"malformed\",reason=\"none\"}",
            "aliquot_review_seconds_bucket{le=\"0.001\"}",
            "aliquot_templates_total{result=\"created\"}",
            "aliquot_config_info{hash=\"",
            "aliquot_config_vendors 1",
            "aliquot_certificate_expiry_seconds 3"
        }) {
            assertTrue(metrics.contains(line), () -> line + " is not in\n" + metrics);
        }
        metrics.lines()
                .filter(line -> line.startsWith("# TYPE aliquot"))
                .map(line -> line.split(" ", -1)[2])
                .filter(name -> !name.endsWith("_max"))
                .forEach(name -> assertTrue(metrics.contains("# HELP " + name + " "), name));
    }

    @Test
    void the_review_port_speaks_tls_1_3_and_nothing_older() throws Exception {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, null, null);
        try (SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket("localhost", server.getPort())) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            String reason = String.valueOf(
                    assertThrows(IOException.class, socket::startHandshake).getMessage());
            assertTrue(reason.contains("protocol_version"), reason);
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(management.resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
        }
    }
}
