package io.aliquot.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AliquotTest {
    @Test
    void versionNamesTheProgramAndTheJava() {
        CommandRun run = CommandRun.of("--version");
        assertEquals(0, run.code());
        assertTrue(run.out().matches("(?s)aliquot [0-9]+\\.[0-9]+\\..*Java 2[5-9].*"), run.out());
    }

    @Test
    void helpListsTheCommands() {
        CommandRun run = CommandRun.of("--help");
        assertEquals(0, run.code());
        assertTrue(run.out().contains("translate"), run.out());
    }

    @Test
    void withoutACommandItIsAUsageErrorThatShowsTheUsage() {
        CommandRun run = CommandRun.of();
        assertEquals(2, run.code());
        assertTrue(run.err().contains("a command is missing") && run.err().contains("Usage: aliquot"), run.err());
    }

    @Test
    void anUnknownOptionIsAUsageError() {
        CommandRun run = CommandRun.of("translate", "--colour", "x.yaml");
        assertEquals(2, run.code());
        assertTrue(run.err().contains("--colour"), run.err());
    }
}
