package io.aliquot.node.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.node.usage.Lease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFoldersTest {
    @TempDir
    Path root;

    private HostFolders folders;

    @BeforeEach
    void start() throws IOException {
        root = root.toRealPath();
        folders = new HostFolders(root.resolve("state"));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private Mounts mounts(String... lines) throws IOException {
        return new Mounts(Files.writeString(root.resolve("mountinfo"), String.join("\n", lines)));
    }

    private static String mount(Path at, String options) {
        return "36 35 98:0 / " + at + " " + options + " master:1 - ext4 /dev/root rw";
    }

    @Test
    void whatIsOursIsClosedAndAFolderThatWasThereStaysAsItIs() throws IOException {
        Files.createDirectories(folders.root());
        Files.setPosixFilePermissions(folders.root(), PosixFilePermissions.fromString("rwxr-xr-x"));
        folders.create(mounts());
        assertEquals("rwxr-xr-x", permissions(folders.root()));
        assertEquals("rwx------", permissions(folders.claims()));
        assertEquals("rwx------", permissions(folders.libraries()));
    }

    @Test
    void aFolderFromWhichNothingCanBeLoadedIsRefused() throws IOException {
        Mounts mounts = mounts(mount(Path.of("/"), "rw"), mount(folders.root(), "rw,nosuid,noexec"));
        IOException refused = assertThrows(IOException.class, () -> folders.create(mounts));
        assertTrue(refused.toString().contains("node.stateFolder"), refused.toString());
    }

    @Test
    void theInnermostMountCountsAndOnOnePointTheLast() throws IOException {
        Path inner = root.resolve("state");
        assertFalse(mounts(mount(root, "rw,noexec"), mount(inner, "rw")).isNoexec(inner));
        assertFalse(mounts(mount(inner, "rw"), mount(root, "rw,noexec")).isNoexec(inner));
        assertTrue(mounts(mount(inner, "rw"), mount(inner, "rw,noexec")).isNoexec(inner));
        assertFalse(mounts(mount(root.resolve("sta"), "rw,noexec")).isNoexec(inner));
        assertTrue(
                mounts(mount(Path.of(root + "/with\\040space"), "noexec")).isNoexec(root.resolve("with space/state")));
    }

    @Test
    void nobodyGetsALeaseOfWhatContainersShare() throws IOException {
        folders.create();
        Path source = Files.writeString(root.resolve("lib.so"), "1");
        Library library = new Library(folders);
        String name = library.install(source);
        for (Path file : Set.of(folders.preload(), folders.libraries().resolve(name))) {
            try (Lease lease = new Lease(file)) {
                assertFalse(lease.granted(), file.toString());
            }
        }
        try (Lease lease = new Lease(source)) {
            assertTrue(lease.granted());
        }
    }
}
