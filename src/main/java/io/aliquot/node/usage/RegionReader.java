package io.aliquot.node.usage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a region in the layout of {@code native-interposer/include/aliquot_region.h}. The tenant can write anything
 * into it and cut it at any moment, so it is read, never mapped, and no field leads anywhere.
 */
final class RegionReader {
    static final long MAGIC = 0x4e4f49474552514cL;
    static final int VERSION = 1;
    private static final int HEADER = 4096;
    private static final int SLOT = 128;
    private static final int SLOTS = 512;
    static final int SIZE = HEADER + SLOT * SLOTS;
    private static final int LIVE = 1;
    private static final int FIRST_LOCK = 64;
    private static final int FLAGS_AT = 56;
    private static final int SLOTS_USED_AT = 60;
    /** No card has more; a scribbled counter can't overflow a sum. */
    private static final long MOST_BYTES = 1L << 50;

    /** The region in {@code file}; empty when nothing usable has been written yet. */
    Region read(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) > 0) {}
        }
        if (bytes.hasRemaining() || bytes.getLong(0) != MAGIC || bytes.getInt(8) != VERSION) {
            return Region.EMPTY;
        }
        try (SlotLocks locks = new SlotLocks(file)) {
            return read(bytes, locks);
        }
    }

    private static Region read(ByteBuffer bytes, SlotLocks locks) throws IOException {
        long used = 0;
        long refused = 0;
        List<ProcessKey> processes = new ArrayList<>();
        int slots = Math.clamp(bytes.getInt(SLOTS_USED_AT), 0, SLOTS);
        for (int i = 0; i < slots; i++) {
            int at = HEADER + i * SLOT;
            if ((bytes.getLong(at) & 0xff) != LIVE || !locks.isHeld(FIRST_LOCK + i)) {
                continue;
            }
            processes.add(new ProcessKey(bytes.getLong(at + 16), bytes.getInt(at + 8), bytes.getLong(at + 24)));
            used += count(bytes.getLong(at + 40)) + count(bytes.getLong(at + 48));
            refused += count(bytes.getLong(at + 72));
        }
        return new Region(used, refused, bytes.getInt(FLAGS_AT), List.copyOf(processes));
    }

    private static long count(long value) {
        return Math.clamp(value, 0, MOST_BYTES);
    }
}
