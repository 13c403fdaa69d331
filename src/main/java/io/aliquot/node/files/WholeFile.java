package io.aliquot.node.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;

/**
 * Writes files that are there as a whole or not at all, whatever happens in between: a temporary file in the same
 * folder, synced, renamed. The name begins with a dot and has no known ending, so nobody reads it by accident.
 */
public final class WholeFile {
    private static final String BEGIN = ".aliquot-";
    private static final String END = ".tmp";
    private static final Duration A_WRITE = Duration.ofMinutes(1);

    private WholeFile() {}

    /**
     * Removes what a process died over in {@code folder}. What is younger than a minute may be another's who lives.
     *
     * @param now of the clock that files get their times from
     */
    public static void sweep(Path folder, Instant now) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, BEGIN + "*" + END)) {
            for (Path file : files) {
                if (age(file, now).compareTo(A_WRITE) > 0) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static Duration age(Path file, Instant now) throws IOException {
        try {
            return Duration.between(Files.getLastModifiedTime(file).toInstant(), now);
        } catch (NoSuchFileException e) {
            return Duration.ZERO;
        }
    }

    public static void write(Path file, String text, String permissions) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8), permissions);
    }

    public static void write(Path file, byte[] content, String permissions) throws IOException {
        Path folder = folderOf(file);
        Path temporary = Files.createTempFile(folder, BEGIN, END);
        try {
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                ByteBuffer left = ByteBuffer.wrap(content);
                while (left.hasRemaining()) {
                    channel.write(left);
                }
                Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString(permissions));
                channel.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
        sync(folder);
    }

    /** What is in {@code file}, whatever its bytes are. */
    public static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }

    /** Writes only when the file does not hold {@code content} already; tells whether it wrote. */
    public static boolean ensure(Path file, String content, String permissions) throws IOException {
        byte[] wanted = content.getBytes(StandardCharsets.UTF_8);
        if (Files.isRegularFile(file) && Arrays.equals(Files.readAllBytes(file), wanted)) {
            return false;
        }
        write(file, wanted, permissions);
        return true;
    }

    /** Where {@code file} is. */
    public static Path folderOf(Path file) {
        return Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder");
    }

    /** Makes a rename in {@code folder} survive a power cut. */
    private static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
