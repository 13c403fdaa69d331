package io.aliquot.node.slice;

import io.aliquot.node.files.WholeFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Pattern;

/**
 * Which of two drivers of one node publishes: during a rolling update both run, and if their slices differ each would
 * correct the other for ever. The one that came last has the seat for as long as it lives, which a lock in the kernel
 * tells; then the other one takes it back.
 */
public final class Seat implements Closeable {
    private static final String LOCK = ".publisher.lock";
    private static final String NOBODY = "nobody";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]{1,200}");
    private final Path folder;
    private final String name;
    private final FileChannel alive;
    private final FileLock lock;
    private volatile boolean kept = true;

    /**
     * Takes the seat.
     *
     * @param folder on the host, common to the drivers of the node
     * @param name of this driver, unlike that of any other; part of a file name
     */
    public Seat(Path folder, String name) throws IOException {
        this.folder = folder;
        this.name = name;
        alive = FileChannel.open(lockOf(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        lock = alive.lock();
        forgetDead();
        take();
    }

    /** One that was killed has left its lock. */
    private void forgetDead() throws IOException {
        String owner = owner();
        if (!owner.equals(name) && !lives(owner)) {
            Files.deleteIfExists(lockOf(owner));
        }
    }

    /** Whether this driver publishes now. */
    public boolean mine() throws IOException {
        String owner = owner();
        if (!owner.equals(name) && !lives(owner)) {
            Files.deleteIfExists(lockOf(owner));
            take();
            owner = name;
        }
        kept = owner.equals(name);
        return kept;
    }

    /** Whether it was this driver's when that was last looked at. */
    public boolean kept() {
        return kept;
    }

    /** Of a file that is damaged or gone nobody is the owner. */
    private String owner() throws IOException {
        try {
            String text = WholeFile.text(file()).strip();
            return NAME.matcher(text).matches() ? text : NOBODY;
        } catch (NoSuchFileException e) {
            return NOBODY;
        }
    }

    private void take() throws IOException {
        WholeFile.write(file(), name + "\n", "rw-r--r--");
    }

    private boolean lives(String owner) throws IOException {
        try (FileChannel other = FileChannel.open(lockOf(owner), StandardOpenOption.WRITE);
                FileLock free = other.tryLock()) {
            return free == null;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private Path file() {
        return folder.resolve("publisher");
    }

    private Path lockOf(String owner) {
        return folder.resolve(owner + LOCK);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(lockOf(name));
        lock.release();
        alive.close();
    }
}
