package io.aliquot.node.health;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HealthServerTest {
    private final Readiness readiness = new Readiness();
    private HealthServer server;

    @BeforeEach
    void start() throws IOException {
        server = new HealthServer(0, readiness, () -> "series 1\n");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String get(String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + path))
                    .timeout(Duration.ofSeconds(20))
                    .build();
            var answer = client.send(request, BodyHandlers.ofString());
            return answer.statusCode() + " " + answer.body();
        }
    }

    @Test
    void whatStandsAgainstBeingReadyIsNothingAgainstBeingAlive() throws Exception {
        readiness.wrong("slices", "none yet");
        assertEquals("200", get("/q/health/live").substring(0, 3));
        assertEquals("503", get("/q/health/ready").substring(0, 3));
        readiness.fine("slices");
        assertEquals("200", get("/q/health/ready").substring(0, 3));
        assertEquals("200 series 1\n", get("/q/metrics"));
    }

    @Test
    void whoBeginsARequestAndDoesNotEndItKeepsNobodyWaiting() throws Exception {
        try (Socket idle = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            idle.getOutputStream().write("G".getBytes(StandardCharsets.US_ASCII));
            idle.getOutputStream().flush();
            // The first may be read before the one that does not end, the second is not.
            assertEquals("200", get("/q/health/live").substring(0, 3));
            assertEquals("200", get("/q/health/live").substring(0, 3));
        }
    }
}
