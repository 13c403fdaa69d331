package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.node.files.HostFolders;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegionsTest {
    @TempDir
    Path root;

    private final Share share = Shares.share("a", 100);
    private Path file;
    private Regions regions;

    @BeforeEach
    void start() throws IOException {
        HostFolders folders = new HostFolders(root);
        file = folders.region("a", share.device());
        Files.createDirectories(folders.claim("a"));
        regions = new Regions(folders);
    }

    private long sizeAfterReading(long before) throws IOException {
        try (RandomAccessFile region = new RandomAccessFile(file.toFile(), "rw")) {
            region.setLength(before);
            region.writeLong(7);
        }
        assertEquals(List.of(share), regions.read(List.of(share.claim())));
        return Files.size(file);
    }

    @Test
    void whatATenantWritesBeyondTheLayoutIsCutOffTheDisk() throws IOException {
        assertEquals(RegionReader.SIZE, sizeAfterReading(1L << 40));
        assertEquals(RegionReader.SIZE, sizeAfterReading(RegionReader.SIZE + 1));
    }

    @Test
    void nothingElseIsTouched() throws IOException {
        assertEquals(RegionReader.SIZE, sizeAfterReading(RegionReader.SIZE));
        assertEquals(100, sizeAfterReading(100));
        assertEquals(7, Files.readAllBytes(file)[7]);
    }

    @Test
    void aShareWhoseRegionCannotBeReadIsAShare() {
        assertEquals(List.of(share), regions.read(List.of(share.claim())));
    }
}
