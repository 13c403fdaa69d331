package io.aliquot.config;

import io.aliquot.log.LogLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * Reads the mapping file again whenever its text has changed. A mounted ConfigMap changes by its {@code ..data} link, so
 * the folder is watched, not the file; and since not every file system tells, the text is looked at now and again too.
 */
public final class MappingWatch implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(MappingWatch.class);
    private static final long LOOK_AGAIN_MILLIS = 10_000;

    private final Path file;
    private final Consumer<String> listener;
    private final WatchService changes;
    private final Thread thread =
            Thread.ofPlatform().daemon().name("mapping-watch").unstarted(this::watch);
    private String text;

    /** {@code text} is what is in use; {@code listener} hears of every other text, right or wrong, once. */
    public MappingWatch(Path file, String text, Consumer<String> listener) {
        this.file = file.toAbsolutePath();
        this.text = text;
        this.listener = listener;
        try {
            this.changes = FileSystems.getDefault().newWatchService();
            Path folder = Objects.requireNonNull(this.file.getParent(), "a file stands in a folder");
            WatchKey unused = folder.register(
                    changes,
                    StandardWatchEventKinds.ENTRY_CREATE,
                    StandardWatchEventKinds.ENTRY_MODIFY,
                    StandardWatchEventKinds.ENTRY_DELETE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Begins to watch. */
    public MappingWatch start() {
        thread.start();
        return this;
    }

    private void watch() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                WatchKey key = changes.poll(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
                if (key != null) {
                    key.pollEvents();
                    key.reset();
                }
                look();
            }
        } catch (InterruptedException | ClosedWatchServiceException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * In the middle of a change the file may be away for a moment: the mapping in use stays until it is back. Bytes that
     * are no UTF-8 are a wrong text, to be heard of as any other.
     */
    private void look() {
        try {
            String now = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            if (!now.equals(text)) {
                text = now;
                listener.accept(now);
            }
        } catch (IOException e) {
            LOG.debug(LogLine.event("mapping-unreadable").with("file", file).with("message", e));
        } catch (RuntimeException e) {
            LOG.warn(LogLine.event("mapping-reload-failed").with("file", file), e);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            changes.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
