package io.aliquot.node.usage;

import io.aliquot.nvml.GpuProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Processes of this host, by /proc. */
final class ProcessTable {
    private static final Pattern NAMESPACE = Pattern.compile("pid:\\[([0-9]+)]");
    private static final Pattern INNER_PID = Pattern.compile("(?m)^NSpid:.*?([0-9]+)\\s*$");
    /** Static pods have uids without dashes, systemd's names have others. */
    private static final Pattern POD = Pattern.compile(
            "pod([0-9a-f]{32}|[0-9a-f]{8}([-_])[0-9a-f]{4}\\2[0-9a-f]{4}\\2[0-9a-f]{4}\\2[0-9a-f]{12})");

    private static final int FLAGS = 6;
    private static final int START_TIME = 19;
    private static final long EXITING = 4;
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
            long namespace = namespace(folder.resolve("ns/pid"));
            Matcher inner = INNER_PID.matcher(text(folder.resolve("status")));
            String[] fields = fields(folder);
            if (!inner.find() || (isEnding(fields) && allEnd(folder))) {
                return Optional.empty();
            }
            return Optional.of(
                    new ProcessKey(namespace, Integer.parseInt(inner.group(1)), Long.parseLong(fields[START_TIME])));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** 0 where the driver may not see it: without the right to trace, of processes that are not root's. */
    private static long namespace(Path link) throws IOException {
        try {
            Matcher matcher = NAMESPACE.matcher(Files.readSymbolicLink(link).toString());
            return matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
        } catch (AccessDeniedException e) {
            return 0;
        }
    }

    /**
     * The kernel closes a process's files one after the other: the lock of its slot may be gone while the card still takes
     * down what it had there, which takes seconds where that was much.
     */
    private static boolean isEnding(String[] fields) {
        return (Long.parseLong(fields[FLAGS]) & EXITING) != 0;
    }

    /** Not only the first thread, which a program can end by itself. */
    private static boolean allEnd(Path folder) throws IOException {
        try (Stream<Path> threads = Files.list(folder.resolve("task"))) {
            for (Path thread : threads.toList()) {
                if (Files.exists(thread) && !isEnding(fields(thread))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Of a stat file, from the state on. The name before it may hold anything. */
    private static String[] fields(Path folder) throws IOException {
        String stat = text(folder.resolve("stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
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
