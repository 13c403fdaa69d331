package io.aliquot.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TranslateBadInputTest {
    private static final String GOOD = Manifests.pod("good", Manifests.LIMITS);

    /** The second of three documents is broken; the others must come through. */
    private static String refusedBetweenGoodOnes(String broken) {
        CommandRun run = CommandRun.translate(GOOD + "---\n" + broken + "\n---\n" + GOOD, "-o", "json");
        assertEquals(1, run.code(), run.err());
        assertEquals(List.of("rewritten", "refused", "rewritten"), run.outcomes(), run.err());
        assertTrue(run.err().startsWith("error: standard input, document 2"), run.err());
        assertFalse(run.err().contains("Exception") || run.err().contains("\tat "), run.err());
        return run.lines().get(1).at("/errors/0/message").asText();
    }

    @Test
    void aSyntaxErrorIsToldWithItsLineInTheFile() {
        String message = refusedBetweenGoodOnes("kind: Pod\nspec: [\n");
        assertTrue(message.matches("line 1[0-9] is not YAML: .*"), message);
        assertTrue(refusedBetweenGoodOnes("kind: Pod\n\tspec: 1").contains("is not YAML"));
    }

    @Test
    void aKeyWrittenTwiceIsToldWithBothLines() {
        int second = (int) GOOD.lines().count() + 2;
        assertEquals(
                "line " + (second + 2) + " has the key \"kind\" twice, first on line " + second,
                refusedBetweenGoodOnes("kind: Pod\nspec: {}\nkind: Job"));
        assertTrue(
                refusedBetweenGoodOnes("{\"kind\": \"Pod\", \"kind\": \"Job\"}").contains("twice"));
    }

    @Test
    void aliasesThatExplodeAreRefused() {
        StringBuilder bomb = new StringBuilder("kind: Pod\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            String alias = "*a" + (i - 1);
            bomb.append(
                    "a" + i + ": &a" + i + " [" + String.join(", ", java.util.Collections.nCopies(8, alias)) + "]\n");
        }
        String message = refusedBetweenGoodOnes(bomb.toString());
        assertTrue(message.contains("aliases"), message);
        assertTrue(refusedBetweenGoodOnes("kind: Pod\na: &a [*a]").contains("contains itself"));
    }

    @Test
    void whatIsNestedBeyondReasonIsRefused() {
        String deep = "[".repeat(100_000);
        assertTrue(refusedBetweenGoodOnes("kind: " + deep).contains("is not YAML"));
        assertTrue(refusedBetweenGoodOnes("{\"kind\": " + deep + "]".repeat(100_000) + "}")
                .contains("is not YAML"));
    }

    @Test
    void whatIsNoObjectIsRefused() {
        for (String text : List.of("just words", "- a\n- b", "42", "name: no kind")) {
            assertTrue(refusedBetweenGoodOnes(text).contains("is not a Kubernetes object"), text);
        }
        assertTrue(refusedBetweenGoodOnes("kind: Pod\n? [a]\n: b").contains("keys are strings"));
    }

    @Test
    void containersOfTheWrongShapeAreNoCrash() {
        for (String spec :
                List.of("1", "[]", "{containers: {}}", "{containers: [1, {image: x}]}", "{containers: null}")) {
            CommandRun run = CommandRun.translate("kind: Pod\napiVersion: v1\nmetadata: 3\nspec: " + spec + "\n");
            assertEquals(0, run.code(), spec + run.err());
        }
        CommandRun run = CommandRun.translate(GOOD.replace("{name: good}", "[1]"));
        assertEquals(1, run.code(), run.out());
        assertTrue(run.err().contains("metadata: is not an object"), run.err());
    }

    @Test
    void emptyInputIsNothingToDo() {
        for (String text : List.of("", "\n\n", "# only a comment\n", "---\n---\n", "---\n# c\n...\n")) {
            CommandRun run = CommandRun.translate(text);
            assertEquals(0, run.code(), run.err());
            assertEquals("", run.out());
        }
    }

    @Test
    void bytesThatAreNoTextAreRefused() {
        CommandRun binary = CommandRun.reading(new byte[] {0x7f, 'E', 'L', 'F', 0, 1}, "translate", "-");
        assertEquals(1, binary.code());
        assertTrue(binary.err().contains("is a binary file"), binary.err());
        CommandRun latin = CommandRun.reading(new byte[] {'a', ':', ' ', (byte) 0xe9}, "translate", "-");
        assertEquals(1, latin.code());
        assertTrue(latin.err().contains("is not UTF-8 text"), latin.err());
    }

    @Test
    void marksAndLineEndsOfOtherSystemsAreRead() {
        CommandRun marked = CommandRun.translate("\ufeff" + GOOD.replace("\n", "\r\n"), "-o", "json");
        assertEquals(List.of("rewritten"), marked.outcomes(), marked.err());
        byte[] wide = ("\ufeff" + GOOD).getBytes(StandardCharsets.UTF_16LE);
        assertEquals(
                List.of("rewritten"),
                CommandRun.reading(wide, "translate", "-o", "json", "-").outcomes());
    }

    @Test
    void hugeInputComesThrough() {
        String many = (GOOD + "---\n").repeat(2_000);
        CommandRun run = CommandRun.translate(many, "-o", "json");
        assertEquals(0, run.code());
        assertEquals(2_000, run.out().lines().count());
    }

    @Test
    void aTextThatNoClusterCouldHoldIsRefusedAndNotPonderedOver() {
        String text = "kind: ConfigMap\ndata: {text: \"%s\"}\n";
        String big = CommandRun.translate(text.formatted("x".repeat(1_000_000)), "-o", "json")
                .outcomes()
                .toString();
        assertEquals("[unchanged]", big);
        String message = refusedBetweenGoodOnes(text.formatted("x".repeat(60_000_000)));
        assertTrue(message.contains("longer than any API server accepts"), message);
    }

    @Test
    void allFilesThatCannotBeReadAreToldAtOnceAndNothingIsDone(@TempDir Path folder) throws Exception {
        Path good = Files.writeString(folder.resolve("good.yaml"), GOOD);
        CommandRun run = CommandRun.of(
                "translate",
                good.toString(),
                folder.resolve("none.yaml").toString(),
                folder.toString(),
                "--cards",
                "80G");
        assertEquals(2, run.code());
        assertEquals("", run.out());
        assertTrue(run.err().contains("none.yaml: there is no such file"), run.err());
        assertTrue(run.err().contains("is a directory"), run.err());
        assertTrue(run.err().contains("--cards: \"80G\""), run.err());
    }

    @Test
    void documentsAreCutOnlyAtSeparatorLines() {
        String script = "kind: ConfigMap\ndata:\n  script: |\n    echo ---\n    ---not\n     ...\n";
        CommandRun run = CommandRun.translate(
                "%YAML 1.1\n---\n" + script + "...\n" + GOOD + "--- # next\n" + GOOD, "-o", "json");
        assertEquals(List.of("unchanged", "rewritten", "rewritten"), run.outcomes(), run.err());
        assertEquals(
                "echo ---\n---not\n ...\n",
                run.lines().getFirst().at("/object/data/script").asText());
    }

    @Test
    void aliasesAndMergesAreReadAndOnlyWhatChangesIsWrittenOut() {
        String manifest = """
                apiVersion: v1
                kind: Pod
                x: &gpu {nvidia.com/gpumem: 3000}
                spec:
                  containers:
                  - {name: a, image: a, resources: {limits: *gpu}}
                  - {name: b, image: b, resources: {limits: {<<: *gpu, cpu: 1}}}
                """;
        CommandRun run = CommandRun.translate(manifest);
        assertEquals(0, run.code(), run.err());
        assertTrue(run.out().contains("resources: {claims: [{name: gpu-a}]}"), run.out());
        assertTrue(run.out().contains("limits: {cpu: 1}, claims: [{name: gpu-b}]"), run.out());
    }

    @Test
    void jsonIsReadAsItIsPrintedByOtherTools() {
        String pod =
                "{\n\t\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"n\": 1.50, \"spec\": {\"containers\": [{\"image\": \"a\","
                        + " \"name\": \"a\", \"resources\": {\"limits\": {\"nvidia.com/gpumem\": \"3k\"}}}]}}\n";
        CommandRun run = CommandRun.translate(pod + pod, "-o", "json");
        assertEquals(List.of("rewritten", "rewritten"), run.outcomes(), run.err());
        assertEquals(2, run.lines().getLast().at("/source/document").asInt());
        assertTrue(run.out().contains("\"n\":1.50"), run.out());
    }

    @Test
    void aFullDiskIsAnErrorAndNotTheEnd() {
        java.io.StringWriter err = new java.io.StringWriter();
        java.io.Writer full = new java.io.Writer() {
            @Override
            public void write(char[] text, int from, int count) throws java.io.IOException {
                throw new java.io.IOException("No space left on device");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        int code = Aliquot.run(
                new java.io.ByteArrayInputStream(GOOD.getBytes(StandardCharsets.UTF_8)),
                new java.io.PrintWriter(full),
                new java.io.PrintWriter(err),
                "translate",
                "-");
        assertEquals(1, code);
        assertTrue(err.toString().contains("could not be written"), err.toString());
    }

    @Test
    void aDocumentWithoutContentIsPassedOver() {
        assertEquals(
                List.of("rewritten", "rewritten"),
                CommandRun.translate(GOOD + "---\nnull\n---\n# nothing\n---\n" + GOOD, "-o", "json")
                        .outcomes());
    }

    @Test
    void aListWithoutItemsIsToldSo() {
        assertTrue(
                refusedBetweenGoodOnes("kind: List\napiVersion: v1\nitems: 3").contains("items are no list"));
        assertTrue(refusedBetweenGoodOnes("kind: List\napiVersion: v1").contains("items are no list"));
    }

    @Test
    void standardInputCanBeReadOnceOnly() {
        CommandRun run = CommandRun.translate(GOOD, "-");
        assertEquals(2, run.code());
        assertTrue(run.err().contains("name it once"), run.err());
    }
}
