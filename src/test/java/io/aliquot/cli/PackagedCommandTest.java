package io.aliquot.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/aliquot} as users run it, on what the build left in target/. */
class PackagedCommandTest {
    private record Ended(int code, String out, String err) {}

    private static Ended run(Path folder, String javaHome, List<String> command) throws Exception {
        File out = Files.createTempFile(folder, "out", ".txt").toFile();
        File err = Files.createTempFile(folder, "err", ".txt").toFile();
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out).redirectError(err);
        builder.environment().put("JAVA_HOME", javaHome);
        Process process = builder.start();
        process.getOutputStream().close();
        assertTrue(process.waitFor(5, TimeUnit.MINUTES), "it hangs: " + command);
        return new Ended(process.exitValue(), read(out), read(err));
    }

    private static String read(File file) throws IOException {
        return Files.readString(file.toPath(), StandardCharsets.UTF_8);
    }

    @Test
    void theScriptTranslatesAsTheClassesDoAndSaysNothingElse(@TempDir Path folder) throws Exception {
        requirePackage();
        String example = "examples/share-of-a-card/pod.yaml";
        Ended ended = run(folder, System.getProperty("java.home"), List.of("bin/aliquot", "translate", example));
        assertEquals(CommandRun.of("translate", example), new CommandRun(ended.code(), ended.out(), ended.err()));
        Ended missing = run(folder, System.getProperty("java.home"), List.of("bin/aliquot", "translate", "none.yaml"));
        assertEquals(2, missing.code());
        assertEquals(CommandRun.of("translate", "none.yaml").err(), missing.err());
    }

    @Test
    void coloursAreForATerminalAndNotForWhoDoesNotWantThem(@TempDir Path folder) throws Exception {
        requirePackage();
        String diff = "bin/aliquot translate -o diff examples/share-of-a-card/pod.yaml";
        Path file = folder.resolve("diff.txt");
        assertTrue(onTerminal(folder, diff).contains("\u001b[32m+"));
        assertFalse(onTerminal(folder, "NO_COLOR=1 " + diff).contains("\u001b"));
        onTerminal(folder, diff + " > " + file);
        assertEquals(
                CommandRun.of("translate", "-o", "diff", "examples/share-of-a-card/pod.yaml")
                        .out(),
                read(file.toFile()));
    }

    private static String onTerminal(Path folder, String command) throws Exception {
        Ended ended = run(folder, System.getProperty("java.home"), List.of("script", "-qec", command, "/dev/null"));
        assertEquals(0, ended.code(), ended.out());
        return ended.out();
    }

    private static void requirePackage() {
        Assumptions.assumeTrue(
                Files.exists(Path.of("target/quarkus-app/quarkus-run.jar")), "not packaged; 'make build' does it");
    }

    @Test
    void anOldJavaInJavaHomeIsPassedOver(@TempDir Path folder) throws Exception {
        Path old = folder.resolve("old");
        Files.createDirectories(old.resolve("bin"));
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        for (String tool : List.of("java", "javac")) {
            Path file = Files.writeString(old.resolve("bin/" + tool), "#!/bin/sh\nexit 1\n");
            assertTrue(file.toFile().setExecutable(true));
        }
        Ended ended = run(folder, old.toString(), List.of("env", "PATH=" + path(), "bin/find-jdk"));
        assertTrue(ended.code() == 0 || ended.err().contains("apt-get install openjdk-25-jdk"), ended.toString());
        assertTrue(!ended.out().contains(old.toString()), ended.out());
    }

    @Test
    void withoutABuildItSaysWhatToRun(@TempDir Path folder) throws Exception {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        for (String name : List.of("aliquot", "find-jdk")) {
            Path copy = Files.copy(Path.of("bin", name), bin.resolve(name));
            assertTrue(copy.toFile().setExecutable(true));
        }
        Ended ended = run(folder, System.getProperty("java.home"), List.of(bin + "/aliquot", "--version"));
        assertEquals(2, ended.code());
        assertTrue(ended.err().contains("run 'make build'"), ended.err());
    }

    private static String path() {
        return System.getProperty("java.home") + "/bin:/usr/bin:/bin";
    }

    @Test
    void anApiServerThatDoesNotAnswerIsASentenceAndNothingElse(@TempDir Path folder) throws Exception {
        requirePackage();
        Path config = Files.writeString(folder.resolve("config"), """
                apiVersion: v1
                kind: Config
                current-context: none
                contexts: [{name: none, context: {cluster: none, user: none}}]
                clusters: [{name: none, cluster: {server: "http://127.0.0.1:1"}}]
                users: [{name: none, user: {}}]
                """);
        for (String command : List.of("check", "cleanup")) {
            List<String> line = List.of(
                    "env", "KUBECONFIG=" + config, "KUBERNETES_REQUEST_RETRY_BACKOFFLIMIT=0", "bin/aliquot", command);
            Ended ended = run(folder, System.getProperty("java.home"), line);
            assertEquals(1, ended.code(), ended.err());
            assertEquals("", ended.err());
            assertTrue(
                    ended.out().startsWith("aliquot " + command + ": the API server does not answer: "), ended.out());
            assertTrue(ended.out().endsWith("; name a cluster that does by KUBECONFIG\n"), ended.out());
        }
    }
}
