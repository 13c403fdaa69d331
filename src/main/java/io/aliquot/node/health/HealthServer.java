package io.aliquot.node.health;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** {@code /q/health/live}, {@code /q/health/ready}, {@code /q/health} and {@code /q/metrics}, as on the webhook. */
public final class HealthServer implements Closeable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    public HealthServer(int port, Readiness readiness, Supplier<String> metrics) throws IOException {
        server = HttpServer.create(new InetSocketAddress(port), 16);
        // By default one thread reads all requests: who connects and says nothing would keep the kubelet's probes from
        // it.
        server.setExecutor(requests);
        server.createContext("/q/health/live", exchange -> answer(exchange, Map.of()));
        server.createContext("/q/health", exchange -> answer(exchange, readiness.reasons()));
        server.createContext("/q/metrics", exchange -> send(exchange, 200, "text/plain; version=0.0.4", metrics.get()));
        server.start();
    }

    /** The port, also when any free one was asked for. */
    public int port() {
        return server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, Map<String, String> reasons) throws IOException {
        boolean up = reasons.isEmpty();
        String body = JSON.writeValueAsString(Map.of("status", up ? "UP" : "DOWN", "reasons", reasons));
        send(exchange, up ? 200 : 503, "application/json", body);
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        requests.shutdownNow();
    }
}
