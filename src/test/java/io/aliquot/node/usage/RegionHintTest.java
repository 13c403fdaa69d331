package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegionHintTest {
    @TempDir
    Path folder;

    private Path region(int size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(0, RegionReader.MAGIC).putInt(8, RegionReader.VERSION);
        bytes.putInt(100, 1).putLong(136, 77);
        return Files.write(folder.resolve("region"), bytes.array());
    }

    @Test
    void readsWhatTheShareWasChargedAndWhatItAsksFor() throws IOException {
        try (RegionHint region = RegionHint.open(region(RegionReader.SIZE))) {
            assertTrue(region.usable());
            assertEquals(77, region.charged());
            assertTrue(region.asksForHigh());
        }
    }

    @Test
    void writesTheHintAndNothingElse() throws IOException {
        Path file = region(RegionReader.SIZE);
        byte[] before = Files.readAllBytes(file);
        try (RegionHint region = RegionHint.open(file)) {
            region.write(new Hint(true, false), 5);
        }
        byte[] after = Files.readAllBytes(file);
        ByteBuffer hint = ByteBuffer.wrap(after, 64, 16).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals("5 1 0", hint.getLong() + " " + hint.getInt() + " " + hint.getInt());
        Arrays.fill(after, 64, 80, (byte) 0);
        assertArrayEquals(before, after);
    }

    @Test
    void aCutFileIsLeftAlone() throws IOException {
        for (int size : new int[] {200, RegionReader.SIZE - 1}) {
            try (RegionHint region = RegionHint.open(region(size))) {
                assertFalse(region.usable());
            }
        }
        try (RegionHint empty = RegionHint.open(Files.createFile(folder.resolve("empty")))) {
            assertFalse(empty.usable());
        }
    }
}
