package io.aliquot.nvml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where the vendor's driver is installed: the root of the host, or the folder in which a driver container shows its own.
 *
 * @param host its name on the host, for people and for what they run there
 * @param here where this process sees it
 */
public record DriverRoot(Path host, Path here) {
    private static final Path TOP = Path.of("/");
    private static final String LIBRARY = "libnvidia-ml.so.1";
    private static final List<String> FOLDERS = List.of(
            "",
            "usr/lib64",
            "usr/lib/x86_64-linux-gnu",
            "usr/lib/aarch64-linux-gnu",
            "lib64",
            "lib/x86_64-linux-gnu",
            "lib/aarch64-linux-gnu");
    private static final int MOST_LINKS = 40;

    /**
     * The management library as a path that can be loaded.
     *
     * @param named below the root; looked for where distributions keep it when empty
     */
    public Path library(Optional<Path> named) throws NvmlException {
        Optional<Path> found = named.isPresent() ? existing(named.get()) : search();
        if (found.isPresent()) {
            return found.get();
        }
        if (named.isEmpty() && here.equals(TOP)) {
            return Path.of(LIBRARY); // The loader knows more places.
        }
        throw new NvmlException("driver root " + host + ": there is no "
                + named.map(Path::toString).orElse(LIBRARY + " where distributions keep it")
                + "; install the driver there, or name its root");
    }

    private Optional<Path> search() {
        return FOLDERS.stream()
                .map(folder -> TOP.resolve(folder).resolve(LIBRARY))
                .flatMap(file -> existing(file).stream())
                .findFirst();
    }

    /** Links are followed as the driver's own programs see them: an absolute one begins at this root, not at ours. */
    private Optional<Path> existing(Path file) {
        Path now = below(file);
        try {
            for (int i = 0; i < MOST_LINKS && Files.isSymbolicLink(now); i++) {
                Path target = Files.readSymbolicLink(now);
                now = target.isAbsolute() ? below(target) : now.resolveSibling(target);
            }
        } catch (IOException e) {
            return Optional.empty();
        }
        return Optional.of(now.normalize()).filter(Files::isRegularFile);
    }

    private Path below(Path file) {
        return here.resolve(TOP.relativize(TOP.resolve(file)));
    }

    /** What makes CDI specs of the cards of this driver, to be run on the host. */
    public String cdiCommand() {
        String root = host.equals(TOP) ? "" : " --driver-root=" + host;
        return "nvidia-ctk cdi generate" + root + " --output=/var/run/cdi/nvidia.yaml";
    }
}
