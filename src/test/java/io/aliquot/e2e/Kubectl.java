package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The release's own kubectl, as a person uses it in a namespace.
 *
 * @param program where it lies
 * @param kubeconfig who uses it
 * @param namespace what it works on
 */
record Kubectl(Path program, Path kubeconfig, String namespace) {
    /** What one run said. */
    record Run(int code, String out, String err) {}

    /** As somebody else. */
    Kubectl as(Path otherConfig) {
        return new Kubectl(program, otherConfig, namespace);
    }

    /** The output of a run that must succeed. */
    String ok(String... arguments) {
        Run run = run("", arguments);
        assertEquals(0, run.code(), () -> String.join(" ", arguments) + ": " + run.err());
        return run.out();
    }

    /** The same with something to read. */
    String feed(String input, String... arguments) {
        Run run = run(input, arguments);
        assertEquals(0, run.code(), () -> String.join(" ", arguments) + ": " + run.err());
        return run.out();
    }

    /** Ended with a signal where it takes minutes. */
    Run run(String input, String... arguments) {
        List<String> command = new ArrayList<>(
                List.of(program.toString(), "--kubeconfig", kubeconfig.toString(), "--namespace", namespace));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command).start();
            CompletableFuture.delayedExecutor(3, TimeUnit.MINUTES).execute(process::destroy);
            CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> text(process.errorReader()));
            try (var stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(StandardCharsets.UTF_8));
            }
            String out = text(process.inputReader());
            return new Run(process.waitFor(), out, err.join());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String text(Reader reader) {
        try {
            return reader.readAllAsString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
