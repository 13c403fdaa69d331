package io.aliquot.node.files;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/**
 * Holds a file that a tenant may use, so that it can be opened without a wait. A program may ask for a lease of a file of
 * its user: who opens that file then waits for up to 45 s. Nobody gets a lease of a file that is open for writing.
 */
public final class Grip implements AutoCloseable {
    private static final int OPEN_FLAGS =
            0_2000000 | 0_400000 | 0_4000 | 2; // O_CLOEXEC, O_NOFOLLOW, O_NONBLOCK, O_RDWR
    private static final MethodHandle OPEN =
            CLibrary.function("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle CLOSE = CLibrary.function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private final int file;

    /** @throws FileSystemException where there is no such file, or a lease of it, which ends soon then */
    public Grip(Path path) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            file = open(arena.allocateFrom(path.toString()));
        }
        if (file < 0) {
            throw new FileSystemException(path.toString(), null, "is not there, or somebody has a lease of it");
        }
    }

    /** Its number, for as long as this is open. */
    public int descriptor() {
        return file;
    }

    private static int open(MemorySegment path) throws IOException {
        try {
            return (int) OPEN.invokeExact(path, OPEN_FLAGS);
        } catch (Throwable e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            int result = (int) CLOSE.invokeExact(file);
            assert result == 0;
        } catch (Throwable e) {
            throw new IOException(e);
        }
    }
}
