package io.aliquot.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.aliquot.chart.ImageOptions;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The real program, as an installation starts it, with the webhook's own kubeconfig. */
final class WebhookProcess implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** It starts in seconds, on a machine with nothing else to do. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final HttpClient http = HttpClient.newHttpClient();
    private final int port = NoopWebhook.freePort();
    private final int managementPort = NoopWebhook.freePort();
    private final Path folder;
    private final Path log;
    private final ProcessHandle process;

    /** Starts the program with its certificate in {@code folder}; {@code options} are added to its command line. */
    WebhookProcess(ControlPlane plane, Path folder, List<String> options) {
        this(plane, folder, plane.webhookConfig(), withCertificate(folder, options));
    }

    /** Starts the program with {@code options} and only ports of its own beside them. */
    WebhookProcess(ControlPlane plane, Path folder, Path kubeconfig, List<String> options) {
        this(plane, folder, kubeconfig, "", options);
    }

    /** Starts it as the image does with the chart's limits; the build has made the cache. */
    static WebhookProcess asInTheImage(ControlPlane plane, Path folder) {
        return new WebhookProcess(
                plane, folder, plane.webhookConfig(), ImageOptions.ofTheWebhook(), withCertificate(folder, List.of()));
    }

    private WebhookProcess(ControlPlane plane, Path folder, Path kubeconfig, String javaOptions, List<String> options) {
        this.folder = folder;
        List<String> command = new ArrayList<>(List.of(
                "env",
                "KUBECONFIG=" + kubeconfig,
                "ALIQUOT_JAVA_OPTS=" + javaOptions,
                Path.of("bin/aliquot").toAbsolutePath().toString(),
                "webhook",
                "--port",
                String.valueOf(port),
                "--management-port",
                String.valueOf(managementPort)));
        if (!options.contains("--drain")) {
            command.addAll(List.of("--drain", "PT0.1S"));
        }
        command.addAll(options);
        String name = "webhook-" + port;
        log = plane.log(name);
        process = plane.run(name, command);
    }

    private static List<String> withCertificate(Path folder, List<String> options) {
        List<String> all = new ArrayList<>(
                List.of("--self-signed", folder.resolve("certificate").toString(), "--names", "127.0.0.1"));
        all.addAll(options);
        return all;
    }

    WebhookProcess awaitReady() {
        Await.until(
                "the webhook is ready; log in " + log,
                PATIENCE,
                () -> get("/q/health/ready")
                        .map(answer -> answer.statusCode() == 200)
                        .orElse(false));
        return this;
    }

    /** Registers the webhook with the API server and waits until it is asked. */
    void register(KubernetesClient admin) {
        register(admin, port);
    }

    /** Registers the webhook under a port that leads to it, and waits until it is asked. */
    void register(KubernetesClient admin, int port) {
        point(admin, port);
        Await.until("the registration is in force", () -> probed(admin) && metric("aliquot_reviews_total") > 0);
    }

    /** The first reviews of a busy machine may take longer than a client waits. */
    private static boolean probed(KubernetesClient admin) {
        try {
            admin.pods()
                    .inNamespace("default")
                    .resource(admin.getKubernetesSerialization()
                            .unmarshal(Workloads.legacy("probe", "gpumem=1").toString(), Pod.class))
                    .dryRun()
                    .create();
            return true;
        } catch (KubernetesClientException e) {
            return false;
        }
    }

    /**
     * Registers a webhook with this one's certificate that listens on {@code port}, by hand: it is not announced for which
     * mapping file.
     */
    void point(KubernetesClient admin, int port) {
        try {
            String yaml = new String(ControlPlane.resource("registration.yaml").readAllBytes(), StandardCharsets.UTF_8)
                    .replaceAll("(?m)^ *annotations:\n *aliquot.io/mapping: .*\n", "")
                    .replace("URL", "https://127.0.0.1:" + port + "/mutate")
                    .replace("CA_BUNDLE", Base64.getEncoder().encodeToString(Files.readAllBytes(authority())));
            admin.resource(yaml).forceConflicts().serverSideApply();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return port;
    }

    /** Whether it says that it is ready. */
    boolean ready() {
        return process.isAlive()
                && get("/q/health/ready")
                        .map(answer -> answer.statusCode() == 200)
                        .orElse(false);
    }

    /** MiB of memory that the system has given to it. */
    double residentMib() {
        return NoopWebhook.residentMib(process.pid());
    }

    Path authority() {
        return folder.resolve("certificate").resolve("ca.crt");
    }

    JsonNode health() {
        try {
            return JSON.readTree(body("/q/health"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String metrics() {
        return body("/q/metrics");
    }

    /** The sum over all samples of a series. */
    double metric(String series) {
        return metrics()
                .lines()
                .filter(line -> line.startsWith(series + "{") || line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String body(String path) {
        return Await.value("an answer on " + path, () -> get(path)).body();
    }

    /** Empty while nobody listens. */
    private Optional<HttpResponse<String>> get(String path) {
        try {
            return Optional.of(http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + path))
                            .build(),
                    HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            if (!process.isAlive()) {
                throw new IllegalStateException("the webhook has ended:\n" + log(), e);
            }
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Ends it without a chance to answer what it was asked. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
        http.close();
    }
}
