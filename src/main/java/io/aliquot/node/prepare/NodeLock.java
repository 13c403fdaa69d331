package io.aliquot.node.prepare;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One at a time on this node, among threads and among the two processes of a rolling update. The kernel gives the file
 * lock back when a process dies. One object for a file in a process: closing any channel of it would drop the lock.
 */
public final class NodeLock implements Closeable {
    private final ReentrantLock threads = new ReentrantLock();
    private final FileChannel channel;

    public NodeLock(Path file) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /** Work that may touch the node's files. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws IOException;
    }

    public <T> T hold(Work<T> work) throws IOException {
        threads.lock();
        try (FileLock lock = channel.lock()) {
            if (!lock.isValid()) {
                throw new IOException("the lock of the node was lost");
            }
            return work.run();
        } finally {
            threads.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
