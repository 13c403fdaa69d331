package io.aliquot.chart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** A real helm of the test bed, which builds it when it is not there yet. */
public record Helm(String major, Path program) {
    public static final Path CHART = Path.of("src/main/helm/aliquot").toAbsolutePath();

    /** What a command printed, on both streams. */
    public record Answer(int code, String output) {}

    /** Helm {@code major}; the test is skipped, with a line, where it is neither cached nor can be built. */
    public static Helm of(String major) {
        Answer built =
                run(List.of(major), Map.of(), Path.of("testbed/helm/build").toAbsolutePath());
        Path program = Path.of(built.output().strip().lines().toList().getLast());
        Assumptions.assumeTrue(
                built.code() == 0 && Files.isExecutable(program),
                () -> "skipped: there is no helm " + major + ": " + built.output());
        return new Helm(major, program);
    }

    /** Renders the chart as for Kubernetes 1.37, as release aliquot in namespace aliquot-system. */
    public Answer template(List<String> options) {
        List<String> arguments = new ArrayList<>(List.of("template", "aliquot", CHART.toString()));
        arguments.addAll(List.of("--namespace", "aliquot-system", "--kube-version", "1.37.0"));
        arguments.addAll(options);
        return run(arguments, Map.of(), program);
    }

    /** Runs any command of helm. */
    public Answer run(List<String> arguments, Map<String, String> environment) {
        return run(arguments, environment, program);
    }

    private static Answer run(List<String> arguments, Map<String, String> environment, Path program) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments);
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().putAll(environment);
            Process process = builder.start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Answer(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
