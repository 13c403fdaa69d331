package io.aliquot.node.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/** An API server over real HTTP that answers what it was told to, and remembers who asked for what. */
public final class StandIn implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final YAMLMapper YAML = new YAMLMapper();
    /** Every request, with its query; POST and PUT are answered with what they bring. */
    public final List<String> requests = new CopyOnWriteArrayList<>();
    /** What becomes of an object that is written. */
    public volatile UnaryOperator<ObjectNode> onWrite = UnaryOperator.identity();

    /** Codes by which writes to a path are refused. */
    public final Map<String, Integer> refusals = new ConcurrentHashMap<>();

    private final Map<String, JsonNode> answers = new ConcurrentHashMap<>();
    private final HttpServer server;
    public final KubernetesClient client;

    public StandIn() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty())
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
    }

    /** Answers {@code yaml} to reads of {@code path}, which has its query where that matters. */
    public void answer(String path, String yaml) {
        try {
            answers.put(path, YAML.readTree(yaml));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** No answer any more. */
    public void vanish() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String uri = exchange.getRequestURI().toString();
        String path = exchange.getRequestURI().getPath();
        String method = exchange.getRequestMethod();
        requests.add(method + " " + uri);
        JsonNode known = answers.getOrDefault(uri, answers.get(path));
        switch (method) {
            case "POST", "PUT" -> {
                ObjectNode object = (ObjectNode) JSON.readTree(exchange.getRequestBody());
                int code = refusals.getOrDefault(path, 200);
                send(exchange, code, code == 200 ? onWrite.apply(object) : JSON.createObjectNode());
            }
            case "DELETE" -> send(exchange, 200, JSON.createObjectNode());
            default -> send(exchange, known == null ? 404 : 200, known == null ? JSON.createObjectNode() : known);
        }
    }

    private static void send(HttpExchange exchange, int code, JsonNode body) throws IOException {
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(code, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        client.close();
        server.stop(0);
    }
}
