package io.aliquot.node.kubelet;

import io.aliquot.model.Sha256;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Where the sockets are. With a pod uid two drivers can run side by side, each with sockets of its own; without one the
 * second takes the place of the first.
 *
 * @param dra the service, called by the kubelet at the path that the registration tells
 * @param registration found by the kubelet in its plugins_registry folder
 */
public record Sockets(Path dra, Path registration) {
    private static final Logger LOG = Logger.getLogger(Sockets.class);
    /** sun_path of Linux, less the ending zero. */
    private static final int LONGEST = 107;

    /** The sockets of {@code driver} under the kubelet's root folder, by the names that the kubelet's helpers use. */
    public static Sockets of(Path kubeletRoot, String driver, Optional<String> podUid) {
        Path plugin = pluginFolder(kubeletRoot, driver);
        Path registry = kubeletRoot.resolve("plugins_registry");
        return podUid.map(uid -> new Sockets(
                        shortEnough(plugin, List.of("dra-" + uid + ".sock", "dra-" + shortHash(uid, 8) + ".sock")),
                        shortEnough(registry, registrations(driver, uid))))
                .orElseGet(() -> new Sockets(plugin.resolve("dra.sock"), registry.resolve(driver + "-reg.sock")));
    }

    public static Path pluginFolder(Path kubeletRoot, String driver) {
        return kubeletRoot.resolve("plugins").resolve(driver);
    }

    private static List<String> registrations(String driver, String uid) {
        return List.of(
                driver + "-" + uid + "-reg.sock",
                driver + "-" + shortHash(uid, 8) + "-reg.sock",
                "dra-" + shortHash(driver + "\0" + uid, 16) + "-reg.sock");
    }

    /** Where the kubelet's folder has a long name, longer than the kernel lets a socket's be. */
    private static Path shortEnough(Path folder, List<String> names) {
        return names.stream()
                .map(folder::resolve)
                .filter(path -> path.toString().length() <= LONGEST)
                .findFirst()
                .orElseGet(() -> folder.resolve(names.getLast()));
    }

    private static String shortHash(String text, int bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(Sha256.of(text), bytes));
    }

    /**
     * Removes the sockets of this driver that nobody listens on: own ones of a life before, and those of pods that were
     * killed. The kubelet would dial them again and again.
     */
    public void removeDead(String driver) throws IOException {
        for (Path folder : List.of(parent(dra), parent(registration))) {
            Files.createDirectories(folder);
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.filter(path -> isOurs(path, driver)).toList()) {
                    if (file.equals(dra) || file.equals(registration) || isDead(file)) {
                        LOG.debugf("Removing the old socket %s", file);
                        Files.deleteIfExists(file);
                    }
                }
            }
        }
    }

    private static boolean isOurs(Path path, String driver) {
        String name = path.getFileName().toString();
        boolean ofDriver = name.startsWith(driver + "-") && name.endsWith("-reg.sock");
        boolean inPluginFolder = name.startsWith("dra") && parent(path).endsWith(Path.of("plugins", driver));
        return name.endsWith(".sock") && (ofDriver || inPluginFolder);
    }

    private static boolean isDead(Path socket) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return !channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            return true;
        }
    }

    static Path parent(Path path) {
        Path parent = path.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IllegalArgumentException(path + " is not in a folder");
        }
        return parent;
    }
}
