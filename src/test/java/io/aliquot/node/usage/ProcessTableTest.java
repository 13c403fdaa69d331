package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On a /proc of its own with one process of one or more threads. */
class ProcessTableTest {
    private static final int RUNS = 0x400000;
    private static final int ENDS = RUNS | 4;
    private static final ProcessKey KEY = new ProcessKey(4026531836L, 3, 99);

    @TempDir
    Path proc;

    private Optional<ProcessKey> key(int... flagsOfThreads) throws IOException {
        Path process = proc.resolve("7");
        Files.createDirectories(process.resolve("ns"));
        Files.createSymbolicLink(process.resolve("ns/pid"), Path.of("pid:[4026531836]"));
        Files.writeString(process.resolve("status"), "Name:\ta\nNSpid:\t7\t3\n");
        stat(process, flagsOfThreads[0]);
        for (int i = 0; i < flagsOfThreads.length; i++) {
            stat(process.resolve("task/" + (7 + i)), flagsOfThreads[i]);
        }
        return new ProcessTable(proc).key(7);
    }

    private static void stat(Path folder, int flags) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve("stat"), "7 (a) b) S 1 7 7 0 -1 " + flags + " 0 0 0 0 0 0 0 0 20 0 1 0 99 0\n");
    }

    @Test
    void aProcessHasTheNumbersOfItsOwnNamespace() throws IOException {
        assertEquals(Optional.of(KEY), key(RUNS, RUNS));
    }

    @ParameterizedTest
    @CsvSource({
        "/kubepods/besteffort/pod6ba7b810-9dad-11d1-80b4-00c04fd430c8/abc, 6ba7b810-9dad-11d1-80b4-00c04fd430c8",
        "/kubepods-pod6ba7b810_9dad_11d1_80b4_00c04fd430c8.slice/cri, 6ba7b810-9dad-11d1-80b4-00c04fd430c8",
        "/kubepods/pod6ba7b8109dad11d180b400c04fd430c8/abc, 6ba7b8109dad11d180b400c04fd430c8",
        "/system.slice/podman.service, ",
    })
    void itsPodIsInItsCgroup(String cgroup, String uid) throws IOException {
        Files.createDirectories(proc.resolve("7"));
        Files.writeString(proc.resolve("7/cgroup"), "0::" + cgroup + "\n");
        assertEquals(Optional.ofNullable(uid), new ProcessTable(proc).pod(7));
    }

    @Test
    void oneThatEndsIsGoneThoughTheCardStillTakesItDown() throws IOException {
        assertEquals(Optional.empty(), key(ENDS, ENDS));
    }

    @Test
    void oneWhoseFirstThreadHasEndedIsNot() throws IOException {
        assertEquals(Optional.of(KEY), key(ENDS, RUNS));
    }
}
