package io.aliquot.node.usage;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.aliquot.node.files.CLibrary;
import io.aliquot.node.files.Grip;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * Asks the kernel who holds byte locks of a region: the owner of a slot does for as long as it lives. Java's own file
 * locks can only be tried, and a try would look like an owner to the processes of the share.
 */
final class SlotLocks implements AutoCloseable {
    private static final int GET_LOCK = 36; // F_OFD_GETLK
    private static final short WRITE = 1; // F_WRLCK
    private static final short FREE = 2; // F_UNLCK
    static final MethodHandle FCNTL = CLibrary.function(
            "fcntl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS), Linker.Option.firstVariadicArg(2));
    private final Grip file;
    private final Arena arena;
    private final MemorySegment query;

    SlotLocks(Path path) throws IOException {
        file = new Grip(path);
        arena = Arena.ofConfined();
        query = arena.allocate(32, 8);
    }

    /** Whether anyone holds the lock of this byte. */
    boolean isHeld(long at) throws IOException {
        query.fill((byte) 0);
        query.set(JAVA_SHORT, 0, WRITE);
        query.set(JAVA_LONG, 8, at);
        query.set(JAVA_LONG, 16, 1);
        return call(FCNTL, file.descriptor(), GET_LOCK, query) == 0 && query.get(JAVA_SHORT, 0) != FREE;
    }

    @Override
    public void close() throws IOException {
        arena.close();
        file.close();
    }

    static int call(MethodHandle handle, Object... arguments) throws IOException {
        try {
            return (int) handle.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new IOException(e);
        }
    }
}
