package io.aliquot.node.files;

import io.aliquot.model.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Puts the interposer on the host. A file's name says its content, so a file that is there is never written again:
 * running processes have it mapped.
 */
public final class Library {
    private static final Logger LOG = Logger.getLogger(Library.class);
    private static final String PREFIX = "libaliquot-";

    private final HostFolders folders;
    private final HeldFiles held = new HeldFiles();
    private final Map<String, Path> sources = new ConcurrentHashMap<>();

    public Library(HostFolders folders) {
        this.folders = folders;
    }

    /** Installs {@code source} and the file that makes every program load it; returns the file name on the host. */
    public String install(Path source) throws IOException {
        byte[] content = Files.readAllBytes(source);
        String name = nameOf(content);
        Path target = folders.libraries().resolve(name);
        if (!Files.exists(target)) {
            WholeFile.write(target, content, "rwxr-xr-x");
        }
        WholeFile.ensure(folders.preload(), ContainerPaths.LIBRARY + "\n", "rw-r--r--");
        share(target);
        share(folders.preload());
        sources.put(name, source);
        return name;
    }

    private static String nameOf(byte[] content) {
        return PREFIX + HexFormat.of().formatHex(Sha256.of(content), 0, 8) + ".so";
    }

    private void share(Path file) throws IOException {
        ContainerLabel.ofThisHost().give(file);
        held.hold(file);
    }

    /** Gets a version ready for containers. */
    public void share(String name) throws IOException {
        share(folders.libraries().resolve(name));
    }

    /** Whether what this object installed is there. */
    public boolean isInstalled() {
        return Files.isRegularFile(folders.preload())
                && sources.keySet().stream().allMatch(this::has);
    }

    /** Installs anew what has been removed of it. */
    public void reinstall() throws IOException {
        for (Path source : Set.copyOf(sources.values())) {
            String name = install(source);
            LOG.debugf("%s is installed", name);
        }
    }

    /** Makes sure that a version that was installed by this object is there. */
    public void restore(String name) throws IOException {
        Path source = sources.get(name);
        if (!has(name) && (source == null || !install(source).equals(name))) {
            throw new IOException("library " + name + " has been removed from the host; restart the driver's pod");
        }
    }

    /** Removes the versions that nothing in {@code used} names. */
    public void removeUnused(Collection<String> used) throws IOException {
        try (Stream<Path> files = Files.list(folders.libraries())) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith(PREFIX) && !used.contains(name)) {
                    Files.deleteIfExists(file);
                    held.release(file);
                }
            }
        }
    }

    /** Removes what killed drivers have not finished. */
    public void sweep(Instant now) throws IOException {
        WholeFile.sweep(folders.libraries(), now);
    }

    /** Whether a version that a claim was prepared with is still there. */
    public boolean has(String name) {
        return Files.isRegularFile(folders.libraries().resolve(name));
    }
}
