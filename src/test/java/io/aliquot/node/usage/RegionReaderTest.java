package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegionReaderTest {
    private static final int SIZE = 4096 + 512 * 128;

    @TempDir
    Path folder;

    private final RegionReader reader = new RegionReader();

    /** A region with one slot: 100 bytes tracked, 20 hidden, 3 refusals, flag 1. */
    private static ByteBuffer region() {
        ByteBuffer bytes = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(0, 0x4e4f49474552514cL).putInt(8, 1).putInt(56, 1).putInt(60, 1);
        bytes.putLong(4096, 0x301)
                .putInt(4096 + 8, 7)
                .putLong(4096 + 16, 4026531836L)
                .putLong(4096 + 24, 99);
        bytes.putLong(4096 + 40, 100).putLong(4096 + 48, 20).putLong(4096 + 72, 3);
        return bytes;
    }

    private Path write(ByteBuffer content) throws IOException {
        Path file = folder.resolve("region");
        Files.deleteIfExists(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.write(content.duplicate().rewind());
        }
        return file;
    }

    private Region readWithOwner(Path file) throws IOException {
        try (SlotOwner owner = new SlotOwner(file, 64)) {
            assertNotNull(owner);
            return reader.read(file);
        }
    }

    @Test
    void aSlotWhoseOwnerLivesCounts() throws IOException {
        assertEquals(
                new Region(120, 3, 1, List.of(new ProcessKey(4026531836L, 7, 99))), readWithOwner(write(region())));
    }

    @Test
    void aSlotWhoseOwnerIsDeadDoesNot() throws IOException {
        assertEquals(new Region(0, 0, 1, List.of()), reader.read(write(region())));
    }

    @Test
    void anEmptyACutAndAForeignFileAreEmptyRegions() throws IOException {
        assertEquals(Region.EMPTY, reader.read(write(ByteBuffer.allocate(0))));
        assertEquals(Region.EMPTY, reader.read(write(region().limit(SIZE - 1))));
        assertEquals(Region.EMPTY, reader.read(write(region().putInt(8, 2))));
    }

    @Test
    void scribbledCountersNeitherOverflowNorGoBelowZero() throws IOException {
        ByteBuffer bytes = region().putInt(60, Integer.MAX_VALUE).putLong(4096 + 40, Long.MAX_VALUE);
        bytes.putLong(4096 + 48, Long.MIN_VALUE);
        assertEquals(1L << 50, readWithOwner(write(bytes)).used());
        assertEquals(0, readWithOwner(write(bytes.putInt(60, -5))).used());
    }

    @Test
    void noiseIsReadWithoutHarm() throws IOException {
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            byte[] noise = new byte[SIZE];
            random.nextBytes(noise);
            region().get(0, noise, 0, 12);
            Region region = readWithOwner(write(ByteBuffer.wrap(noise)));
            assertTrue(region.used() >= 0
                    && region.refused() >= 0
                    && region.processes().size() <= 1);
        }
    }
}
