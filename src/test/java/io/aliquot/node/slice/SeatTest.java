package io.aliquot.node.slice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two drivers are two processes: locks of one process do not exclude each other. */
class SeatTest {
    @TempDir
    Path folder;

    /** Another driver, which has the seat until it is killed. */
    private Process other() throws IOException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SeatHolder.class.getName(),
                        folder.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = process.inputReader()) {
            assertEquals("seated", output.readLine());
        }
        return process;
    }

    @Test
    void whoComesLastPublishesUntilItEnds() throws IOException {
        try (Seat first = new Seat(folder, "first")) {
            assertTrue(first.mine());
            Process second = other();
            assertTrue(first.kept());
            assertFalse(first.mine());
            assertFalse(first.kept());
            second.destroyForcibly().onExit().join();
            assertTrue(first.mine());
            assertTrue(first.mine());
        }
    }

    @Test
    void whatAKilledOneLeftIsRemovedByTheNext() throws IOException {
        other().destroyForcibly().onExit().join();
        assertEquals(1, locks());
        try (Seat next = new Seat(folder, "next")) {
            assertTrue(next.mine());
            assertEquals(1, locks());
        }
        assertEquals(0, locks());
    }

    @Test
    void aFileThatIsDamagedOrGoneIsNobodysSeat() throws IOException {
        Files.write(folder.resolve("publisher"), new byte[] {(byte) 0xff, 0, '/', '.', '.'});
        try (Seat next = new Seat(folder, "next")) {
            Files.write(folder.resolve("publisher"), new byte[] {(byte) 0xff, 0, '/', '.', '.'});
            assertTrue(next.mine());
            assertEquals("next\n", Files.readString(folder.resolve("publisher")));
            Files.delete(folder.resolve("publisher"));
            assertTrue(next.mine());
            assertTrue(Files.exists(folder.resolve("publisher")));
        }
    }

    private long locks() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".lock")).count();
        }
    }

    @Test
    void whoEndsLeavesNothingThatKeepsOthersAway() throws IOException {
        new Seat(folder, "first").close();
        assertFalse(Files.exists(folder.resolve("first.publisher.lock")));
        try (Seat second = new Seat(folder, "second")) {
            assertTrue(second.mine());
        }
    }
}
