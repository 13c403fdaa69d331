package io.aliquot.claims;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/** The part of an API server that templates and our Secret need, over real HTTP: read, create, dry run, refuse. */
public final class StandInApiServer implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    public final Map<String, JsonNode> stored = new ConcurrentHashMap<>();
    final List<String> requests = new CopyOnWriteArrayList<>();
    /** What becomes of an object on its way into the store. */
    volatile UnaryOperator<ObjectNode> onCreate = UnaryOperator.identity();
    /** The answer to every create, when it is not 0. */
    volatile int createCode;

    volatile String createMessage = "";
    private final HttpServer server;

    public StandInApiServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    ApiServer client() {
        return ApiServer.connect(new ConfigBuilder(Config.empty())
                .withMasterUrl(url())
                .withNamespace("aliquot")
                .build());
    }

    private void handle(HttpExchange exchange) throws IOException {
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
        String path = exchange.getRequestURI().getPath();
        JsonNode object = stored.get(path);
        if (exchange.getRequestMethod().equals("POST")) {
            create(exchange, path);
        } else if (exchange.getRequestMethod().equals("DELETE") && stored.remove(path) != null) {
            answer(exchange, 200, JsonNodeFactory.instance.objectNode());
        } else if (object != null) {
            answer(exchange, 200, object);
        } else {
            fail(exchange, 404, "not found: " + path);
        }
    }

    private void create(HttpExchange exchange, String path) throws IOException {
        ObjectNode object = (ObjectNode) JSON.readTree(exchange.getRequestBody());
        String name = path + "/" + object.at("/metadata/name").asText();
        boolean dryRun = String.valueOf(exchange.getRequestURI().getQuery()).contains("dryRun=All");
        if (createCode != 0) {
            fail(exchange, createCode, createMessage);
            return;
        }
        ObjectNode kept = onCreate.apply(object);
        if (dryRun ? stored.containsKey(name) : stored.putIfAbsent(name, kept) != null) {
            fail(exchange, 409, "already exists");
        } else {
            answer(exchange, 201, kept);
        }
    }

    private static void fail(HttpExchange exchange, int code, String message) throws IOException {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        status.put("kind", "Status").put("apiVersion", "v1").put("status", "Failure");
        answer(exchange, code, status.put("code", code).put("message", message));
    }

    private static void answer(HttpExchange exchange, int code, JsonNode body) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
