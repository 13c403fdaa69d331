package io.aliquot.nvml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver container's root, which the host has as /run/nvidia/driver and this process somewhere else. */
class DriverRootTest {
    private static final String LIBRARY = "libnvidia-ml.so.1";

    @TempDir
    Path here;

    private DriverRoot root() {
        return new DriverRoot(Path.of("/run/nvidia/driver"), here);
    }

    private Path file(String path) throws IOException {
        Path file = here.resolve(path);
        Files.createDirectories(file.resolveSibling("."));
        return Files.writeString(file, "");
    }

    private Path link(String path, String target) throws IOException {
        Path link = here.resolve(path);
        Files.createDirectories(link.resolveSibling("."));
        return Files.createSymbolicLink(link, Path.of(target));
    }

    @Test
    void theLibraryIsFoundWhereDistributionsKeepIt() throws Exception {
        for (String folder : new String[] {"lib/x86_64-linux-gnu/", "usr/lib/x86_64-linux-gnu/", "usr/lib64/", ""}) {
            assertEquals(file(folder + LIBRARY), root().library(Optional.empty()));
        }
    }

    @Test
    void linksStayBelowTheRoot() throws Exception {
        Path real = file("usr/lib/nvidia/current/libnvidia-ml.so.580.65.06");
        link("etc/alternatives/nvml", "/usr/lib/nvidia/current/libnvidia-ml.so.580.65.06");
        link("usr/lib64/" + LIBRARY, "/etc/alternatives/nvml");
        assertEquals(real, root().library(Optional.empty()));
        link("opt/lib/" + LIBRARY, "../../usr/lib/nvidia/current/libnvidia-ml.so.580.65.06");
        assertEquals(real, root().library(Optional.of(Path.of("/opt/lib/" + LIBRARY))));
    }

    @Test
    void aCircleOfLinksIsNoLibrary() throws Exception {
        link("usr/lib64/" + LIBRARY, "/usr/lib64/other");
        link("usr/lib64/other", LIBRARY);
        assertThrows(NvmlException.class, () -> root().library(Optional.empty()));
    }

    @Test
    void aNamedLibraryIsTheOnlyOne() throws Exception {
        file("usr/lib64/" + LIBRARY);
        Path mine = file("opt/nvml.so");
        assertEquals(mine, root().library(Optional.of(Path.of("/opt/nvml.so"))));
        NvmlException e =
                assertThrows(NvmlException.class, () -> root().library(Optional.of(Path.of("/opt/other.so"))));
        assertEquals(
                "driver root /run/nvidia/driver: there is no /opt/other.so; install the driver there, or name its root",
                e.getMessage());
    }

    @Test
    void anEmptyRootIsSaidByItsNameOnTheHost() {
        NvmlException e = assertThrows(NvmlException.class, () -> root().library(Optional.empty()));
        assertEquals(
                "driver root /run/nvidia/driver: there is no libnvidia-ml.so.1 where distributions keep it;"
                        + " install the driver there, or name its root",
                e.getMessage());
    }

    @Test
    void onTheHostItselfTheLoaderMayKnowMorePlaces() throws Exception {
        DriverRoot top = new DriverRoot(Path.of("/"), Path.of("/"));
        assertEquals(LIBRARY, top.library(Optional.empty()).getFileName().toString());
    }

    @Test
    void specsAreMadeOfTheDriverBelowTheRoot() {
        assertEquals(
                "nvidia-ctk cdi generate --driver-root=/run/nvidia/driver --output=/var/run/cdi/nvidia.yaml",
                root().cdiCommand());
        assertEquals(
                "nvidia-ctk cdi generate --output=/var/run/cdi/nvidia.yaml",
                new DriverRoot(Path.of("/"), Path.of("/driver")).cdiCommand());
    }
}
