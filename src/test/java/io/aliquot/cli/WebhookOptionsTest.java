package io.aliquot.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong is said before a server starts. */
class WebhookOptionsTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_certificate_must_be_named() {
        refused("--self-signed", "webhook");
        refused("--key", "webhook", "--cert", "x");
        refused("expected only one match", "webhook", "--cert", "x", "--key", "y", "--self-signed", "z");
    }

    @Test
    void files_that_cannot_be_read_are_named() {
        refused("nowhere.crt cannot be read", "webhook", "--cert", "nowhere.crt", "--key", "nowhere.key");
        refused(
                "nowhere.yaml cannot be read",
                "webhook",
                "--self-signed",
                folder.toString(),
                "--mapping",
                "nowhere.yaml");
    }

    @Test
    void every_error_of_the_mapping_is_listed() throws IOException {
        Path mapping = Files.writeString(folder.resolve("mapping.yaml"), "vendors: []\nsorts: 1\n");
        CommandRun run = refused(
                "vendors: write at least one entry",
                "webhook",
                "--self-signed",
                folder.toString(),
                "--mapping",
                mapping.toString());
        assertTrue(run.err().contains("sorts (line 2): is not a field here"), run.err());
    }

    @Test
    void a_bad_size_and_a_bad_name_are_refused() {
        refused("80Gi, 81559Mi", "webhook", "--self-signed", folder.toString(), "--cards", "big");
        refused("no certificate for 999.0.0.1", "webhook", "--self-signed", folder.toString(), "--names", "999.0.0.1");
    }

    private static CommandRun refused(String sentence, String... args) {
        CommandRun run = CommandRun.of(args);
        assertEquals(2, run.code(), run.err());
        assertTrue(run.err().contains(sentence), run.err());
        return run;
    }
}
