package io.aliquot.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.tls.SelfSigned;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
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
    void the_help_names_every_default_and_every_argument() {
        for (String command : List.of("webhook", "node", "check", "cleanup", "translate")) {
            String help = CommandRun.of(command, "--help").out();
            assertFalse(help.contains("null"), help);
            assertFalse(help.contains("=<"), help);
        }
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
        refused("'a b' is no host name", "webhook", "--self-signed", folder.toString(), "--names", "x,a b");
        refused("no certificate for 999.0.0.1", "webhook", "--self-signed", folder.toString(), "--names", "999.0.0.1");
    }

    @Test
    void ports_are_tried_before_a_server_starts() throws IOException {
        String[] start = {"webhook", "--self-signed", folder.toString(), "--port", "0", "--management-port", "70000"};
        CommandRun both = refused("--port: 0 is no port", start);
        assertTrue(both.err().contains("--management-port: 70000 is no port"), both.err());
        start[4] = "70000";
        refused("are both 70000", start);
        try (ServerSocket taken = new ServerSocket(0)) {
            start[6] = String.valueOf(taken.getLocalPort());
            refused("--management-port: port " + taken.getLocalPort() + " cannot be opened", start);
        }
    }

    @Test
    void durations_and_names_of_objects_are_checked() {
        refused("'1h' is no duration; write it like PT1H", "webhook", "--sweep-after", "1h");
        refused("'-PT1H' is no duration", "webhook", "--sweep-after", "-PT1H");
        CommandRun run = refused(
                "--registration: 'Foo_Bar' is no name",
                "webhook",
                "--self-signed",
                folder.toString(),
                "--registration",
                "Foo_Bar",
                "--lease",
                "");
        assertTrue(run.err().contains("--lease: ''"), run.err());
    }

    @Test
    void a_key_of_another_certificate_is_refused() throws Exception {
        Path one = Files.createDirectory(folder.resolve("one"));
        Path two = Files.createDirectory(folder.resolve("two"));
        for (Path directory : new Path[] {one, two}) {
            new SelfSigned(Clock.systemUTC()).ensure(directory, List.of("localhost"));
        }
        refused(
                "tls.key is not the key of the certificate in",
                "webhook",
                "--cert",
                one.resolve("tls.crt").toString(),
                "--key",
                two.resolve("tls.key").toString());
    }

    @Test
    void an_error_is_not_pushed_away_by_the_usage() {
        CommandRun run = refused("--key", "webhook", "--cert", "x");
        assertEquals(2, run.err().lines().count(), run.err());
        assertTrue(run.err().endsWith("'aliquot webhook --help' explains the usage.\n"), run.err());
    }

    private static CommandRun refused(String sentence, String... args) {
        CommandRun run = CommandRun.of(args);
        assertEquals(2, run.code(), run.err());
        assertTrue(run.err().contains(sentence), run.err());
        return run;
    }
}
