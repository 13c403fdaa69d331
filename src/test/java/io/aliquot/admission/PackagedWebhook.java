package io.aliquot.admission;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The packaged program as a process of its own, without a cluster. */
final class PackagedWebhook implements AutoCloseable {
    private static final long MIB = 1L << 20;
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(3);

    private final HttpClient http = HttpClient.newHttpClient();
    private final int port = freePort();
    private final int managementPort = freePort();
    private final Path folder;
    private final Process process;

    /** With a heap that is whole from the beginning. */
    PackagedWebhook(Path folder) throws IOException {
        this(folder, "-Xms128m -Xmx128m -XX:+AlwaysPreTouch");
    }

    PackagedWebhook(Path folder, String javaOptions) throws IOException {
        this(
                folder,
                javaOptions,
                List.of("--self-signed", folder.resolve("certificate").toString()));
    }

    /** With {@code certificate}, the options that say whose it is. */
    PackagedWebhook(Path folder, String javaOptions, List<String> certificate) throws IOException {
        this.folder = folder;
        List<String> command = new ArrayList<>(List.of("bin/aliquot", "webhook", "--templates", "memory"));
        command.addAll(List.of("--cards", "81559Mi", "--drain", "PT0.1S"));
        command.addAll(List.of("--port", String.valueOf(port), "--management-port", String.valueOf(managementPort)));
        command.addAll(certificate);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile());
        builder.environment().put("ALIQUOT_JAVA_OPTS", javaOptions);
        process = builder.start();
        await("ready", this::ready);
    }

    /** Whether there is a program to run. */
    static boolean exists() {
        return Files.exists(Path.of("target/quarkus-app/quarkus-run.jar"));
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void await(String what, BooleanSupplier reached) throws IOException {
        long end = System.nanoTime() + LONGEST_NANOS;
        while (!reached.getAsBoolean()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new AssertionError("not " + what + ":\n" + log());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    /** Waits until the log has a line of this event. */
    void awaitEvent(String event) throws IOException {
        await("logged: " + event, () -> logs(event));
    }

    private boolean logs(String event) {
        try {
            return log().contains("event=" + event + " ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean ready() {
        try {
            return get("/q/health/ready").statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private HttpResponse<String> get(String path) throws IOException {
        try {
            return http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + path))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    URI url() {
        return URI.create("https://127.0.0.1:" + port + "/");
    }

    Path authority() {
        return folder.resolve("certificate").resolve("ca.crt");
    }

    String log() throws IOException {
        return Files.readString(folder.resolve("log"));
    }

    /** MiB of the heap that are alive, after a full collection. */
    long heapMib() throws IOException {
        try {
            Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
            new ProcessBuilder(jcmd.toString(), String.valueOf(process.pid()), "GC.run")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start()
                    .waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return Math.round(metric("jvm_memory_used_bytes{area=\"heap\"") / MIB);
    }

    /** Sum of the series that begin so. */
    double metric(String beginning) throws IOException {
        return get("/q/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(beginning))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** MiB of memory that the system has given to the process. */
    long residentMib() throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .sum()
                / 1024;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
        http.close();
    }
}
