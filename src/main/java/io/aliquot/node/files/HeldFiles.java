package io.aliquot.node.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps files open that containers share. Nobody can get a lease of a file that is open; with one, root in a container could
 * make every program of the other containers wait that opens it.
 */
final class HeldFiles {
    private final Map<Path, FileChannel> open = new HashMap<>();

    /** Holds what has this name now. */
    synchronized void hold(Path file) throws IOException {
        FileChannel now = FileChannel.open(file, StandardOpenOption.READ);
        replace(open.put(file, now));
    }

    synchronized void release(Path file) throws IOException {
        replace(open.remove(file));
    }

    private static void replace(FileChannel before) throws IOException {
        if (before != null) {
            before.close();
        }
    }
}
