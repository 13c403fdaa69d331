package io.aliquot.node.usage;

import io.aliquot.nvml.GpuProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Processes of this host, by /proc. */
final class ProcessTable {
    private static final Pattern NAMESPACE = Pattern.compile("pid:\\[([0-9]+)]");
    private static final Pattern INNER_PID = Pattern.compile("(?m)^NSpid:.*?([0-9]+)\\s*$");
    private static final Pattern POD =
            Pattern.compile("pod([0-9a-f]{8}([-_])[0-9a-f]{4}\\2[0-9a-f]{4}\\2[0-9a-f]{4}\\2[0-9a-f]{12})");
    private static final int START_TIME = 19;
    private final Path proc;

    ProcessTable(Path proc) {
        this.proc = proc;
    }

    /** Those that live. */
    List<Resident> residents(List<GpuProcess> processes) {
        return processes.stream()
                .flatMap(process -> key(process.pid()).map(key -> new Resident(process, key)).stream())
                .toList();
    }

    /** How a region would name the process; empty when it has ended. */
    Optional<ProcessKey> key(int pid) {
        Path folder = proc.resolve(String.valueOf(pid));
        try {
            Matcher namespace = NAMESPACE.matcher(
                    Files.readSymbolicLink(folder.resolve("ns/pid")).toString());
            Matcher inner = INNER_PID.matcher(text(folder.resolve("status")));
            String stat = text(folder.resolve("stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            if (!namespace.matches() || !inner.find()) {
                return Optional.empty();
            }
            return Optional.of(new ProcessKey(
                    Long.parseLong(namespace.group(1)),
                    Integer.parseInt(inner.group(1)),
                    Long.parseLong(fields[START_TIME])));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** The uid of the pod it runs in, by its cgroup. */
    Optional<String> pod(int pid) {
        try {
            Matcher matcher = POD.matcher(text(proc.resolve(pid + "/cgroup")));
            return matcher.find() ? Optional.of(matcher.group(1).replace('_', '-')) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Names are bytes of the tenant's choice. */
    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }
}
