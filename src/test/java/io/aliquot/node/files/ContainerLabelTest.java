package io.aliquot.node.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerLabelTest {
    @TempDir
    Path folder;

    private Path label(boolean inForce) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        new ContainerLabel(inForce).give(file);
        return file;
    }

    private static String labelOf(Path file) throws IOException {
        Process read = new ProcessBuilder(
                        "python3",
                        "-c",
                        "import os, sys; print(os.getxattr(sys.argv[1], 'security.selinux').decode())",
                        file.toString())
                .redirectErrorStream(true)
                .start();
        return new String(read.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void whereSelinuxIsOnAContainerMayReadTheFile() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root may label files");
        assertEquals(ContainerLabel.LABEL + "\0\n", labelOf(label(true)));
    }

    @Test
    void whereItIsOffNothingIsDone() throws IOException {
        assertTrue(labelOf(label(false)).contains("No data available"));
    }

    @Test
    void theKernelSaysWhetherItIsOn() throws IOException {
        Path known = Files.writeString(folder.resolve("filesystems"), "nodev\tselinuxfs\n\text4\n");
        assertTrue(ContainerLabel.isInForce(known));
        assertFalse(ContainerLabel.isInForce(Files.writeString(known, "nodev\ttmpfs\n")));
        assertFalse(ContainerLabel.isInForce(folder.resolve("absent")));
    }
}
