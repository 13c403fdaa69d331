package io.aliquot.node.usage;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/**
 * Holds a file that a tenant may use, so that it can be opened without a wait. A program may ask for a lease of a file of
 * its user: who opens that file then waits for up to 45 s. Nobody gets a lease of a file that is open for writing.
 */
final class Grip implements AutoCloseable {
    private static final int OPEN_FLAGS =
            0_2000000 | 0_400000 | 0_4000 | 2; // O_CLOEXEC, O_NOFOLLOW, O_NONBLOCK, O_RDWR
    private final int file;

    /** @throws IOException where there is no such file, or a lease of it, which ends soon then */
    Grip(Path path) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            file = SlotLocks.call(SlotLocks.OPEN, arena.allocateFrom(path.toString()), OPEN_FLAGS);
        }
        if (file < 0) {
            throw new IOException(path + " is not there, or somebody has a lease of it");
        }
    }

    @Override
    public void close() throws IOException {
        SlotLocks.call(SlotLocks.CLOSE, file);
    }
}
