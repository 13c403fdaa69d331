package io.aliquot.node.usage;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.aliquot.node.files.Grip;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** Holds the lock of a slot as a process of the share does: an open-file lock, which closing other files doesn't drop. */
final class SlotOwner implements AutoCloseable {
    private static final int SET_LOCK = 37;
    private final Grip file;

    SlotOwner(Path region, long at) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            file = new Grip(region);
            MemorySegment lock = arena.allocate(32, 8);
            lock.set(JAVA_SHORT, 0, (short) 1);
            lock.set(JAVA_LONG, 8, at);
            lock.set(JAVA_LONG, 16, 1);
            if (SlotLocks.call(SlotLocks.FCNTL, file.descriptor(), SET_LOCK, lock) != 0) {
                throw new IOException("the lock is taken");
            }
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
