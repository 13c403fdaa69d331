package io.aliquot.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The webhook of {@code bench/noop}, with the certificate of ours. */
final class NoopWebhook implements AutoCloseable {
    private final int port = freePort();
    private final ProcessHandle process;
    private final RawApi api;

    NoopWebhook(ControlPlane plane, Path certificate) {
        process = plane.run(
                "noop-" + port,
                List.of(
                        built(),
                        "-address",
                        "127.0.0.1:" + port,
                        "-cert",
                        certificate.resolve("tls.crt").toString(),
                        "-key",
                        certificate.resolve("tls.key").toString()));
        Await.until("it listens", this::listens);
        api = RawApi.webhook(certificate.resolve("ca.crt"), port);
    }

    private static String built() {
        try {
            Process build = new ProcessBuilder(
                            Path.of("bench/noop/build").toAbsolutePath().toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String path = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (build.waitFor() != 0) {
                throw new IllegalStateException("bench/noop/build has failed");
            }
            return path.strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A port that nobody listened on a moment ago. */
    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    /** How many reviews it has answered. */
    long reviews() {
        return Long.parseLong(api.get("/reviews").strip());
    }

    /** The bytes of the last one. */
    byte[] lastReview() {
        return api.get("/last").getBytes(StandardCharsets.UTF_8);
    }

    /** From now on each answer carries this JSON Patch; none when empty. */
    void patchWith(byte[] patch) {
        if (api.post("/patch", patch) != 200) {
            throw new IllegalStateException("the patch was not taken");
        }
    }

    double residentMib() {
        return residentMib(process.pid());
    }

    /** MiB of memory that the system has given to a process. */
    static double residentMib(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                            .filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .sum()
                    / 1024.0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
