package io.aliquot.admission;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the benchmark and prints one table; JMH's own options can be given. */
final class RewritingFigures {
    private RewritingFigures() {}

    private record Figures(double p50, double p99, double bytes) {}

    public static void main(String... args) throws RunnerException, CommandLineOptionException, IOException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(args))
                        .include(RewritingBenchmark.class.getName())
                        .addProfiler(GCProfiler.class)
                        .build())
                .run();
        Map<String, Map<String, Figures>> byPod = new TreeMap<>();
        for (RunResult result : results) {
            String name = result.getPrimaryResult().getLabel();
            byPod.computeIfAbsent(result.getParams().getParam("withGpu"), pod -> new TreeMap<>())
                    .put(name, figures(result));
        }
        System.out.printf("%nload of the machine: %s%n", Files.readString(Path.of("/proc/loadavg")).strip());
        System.out.printf("%-42s %10s %10s %12s%n", "pod of 20 containers", "p50 µs", "p99 µs", "KiB each");
        byPod.forEach((pod, figures) -> {
            int bytes = SamplePod.review(Integer.parseInt(pod)).length;
            System.out.printf("%s with legacy limits, %d bytes%n", pod, bytes);
            figures.forEach((name, each) -> System.out.printf(
                    "  %-40s %10.1f %10.1f %12.1f%n", name, each.p50() / 1e3, each.p99() / 1e3, each.bytes() / 1024));
            Figures ours = figures.get("rewrite");
            Figures jackson = figures.get("readAndWriteByJackson");
            if (ours != null && jackson != null) {
                System.out.printf(
                        "  %-40s %10.2f %10.2f %12.2f%n",
                        "ratio", ours.p50() / jackson.p50(), ours.p99() / jackson.p99(), ours.bytes() / jackson.bytes());
            }
        });
    }

    private static Figures figures(RunResult result) {
        var times = result.getPrimaryResult().getStatistics();
        Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
        if (allocated == null) {
            allocated = result.getSecondaryResults().get("·gc.alloc.rate.norm");
        }
        return new Figures(
                times.getPercentile(50), times.getPercentile(99), allocated == null ? Double.NaN : allocated.getScore());
    }
}
