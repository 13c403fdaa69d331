package io.aliquot.node.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What is mounted where, by {@code /proc/self/mountinfo}. */
final class Mounts {
    private static final int POINT_AT = 4;
    private static final int OPTIONS_AT = 5;
    private final Path mountinfo;

    Mounts(Path mountinfo) {
        this.mountinfo = mountinfo;
    }

    private record Mount(Path point, List<String> options) {}

    /** Whether nothing in {@code folder} can be run or loaded; what is mounted from there elsewhere can't either. */
    boolean isNoexec(Path folder) throws IOException {
        try (Stream<String> lines = Files.lines(mountinfo)) {
            Optional<Mount> mount = lines.map(line -> line.split(" ", -1))
                    .filter(fields -> fields.length > OPTIONS_AT)
                    .map(fields -> new Mount(
                            Path.of(fields[POINT_AT].replace("\\040", " ")),
                            List.of(fields[OPTIONS_AT].split(",", -1))))
                    .filter(one -> folder.startsWith(one.point()))
                    // Of those on one point the last is on top.
                    .reduce((below, next) -> DEPTH.compare(below, next) <= 0 ? next : below);
            return mount.filter(one -> one.options().contains("noexec")).isPresent();
        }
    }

    private static final Comparator<Mount> DEPTH =
            Comparator.comparingInt(mount -> mount.point().getNameCount());
}
