package io.aliquot.node.files;

import io.aliquot.node.state.PreparedDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The driver's folder on the host. It has the same path in the driver's container, because the runtime resolves what
 * the driver writes into CDI files. What is in it is closed to everyone but root: containers reach single files by bind mounts.
 *
 * <pre>
 * lib/libaliquot-&lt;hash&gt;.so         one for each version in use
 * lib/ld.so.preload
 * claims/&lt;uid&gt;/&lt;name&gt;.limits
 * claims/&lt;uid&gt;/&lt;name&gt;.region
 * </pre>
 */
public record HostFolders(Path root) {
    public Path libraries() {
        return root.resolve("lib");
    }

    public Path preload() {
        return libraries().resolve("ld.so.preload");
    }

    public Path claims() {
        return root.resolve("claims");
    }

    public Path claim(String uid) {
        return claims().resolve(uid);
    }

    public Path limits(String uid, PreparedDevice device) {
        return claim(uid).resolve(device.name() + ".limits");
    }

    public Path region(String uid, PreparedDevice device) {
        return claim(uid).resolve(device.name() + ".region");
    }

    /** Makes the folders, or closes them when they are open. The root may be another's, and stays as it is. */
    public void create() throws IOException {
        create(new Mounts(Path.of("/proc/self/mountinfo")));
    }

    void create(Mounts mounts) throws IOException {
        Files.createDirectories(root);
        if (mounts.isNoexec(root.toRealPath())) {
            throw new IOException("The state folder (node.stateFolder) " + root
                    + " is on a file system that is mounted noexec: no container could load the library from it;"
                    + " choose another");
        }
        for (Path folder : Set.of(libraries(), claims())) {
            Files.createDirectories(folder);
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
    }
}
