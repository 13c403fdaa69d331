package io.aliquot.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TranslateOutputTest {
    private static final String TWO_ALIKE =
            Manifests.pod("a", Manifests.LIMITS) + "---\n" + Manifests.pod("b", Manifests.LIMITS);

    @Test
    void aTemplateStandsBeforeTheFirstPodThatNeedsItAndOnlyOnce() {
        CommandRun run = CommandRun.translate(TWO_ALIKE);
        assertEquals(0, run.code(), run.err());
        String[] documents = run.out().split("(?m)^---\n", -1);
        assertEquals(3, documents.length, run.out());
        assertTrue(documents[0].contains("kind: ResourceClaimTemplate"), run.out());
        assertTrue(documents[1].contains("name: a") && documents[2].contains("name: b"), run.out());
    }

    @Test
    void eachNamespaceGetsItsOwnTemplate() {
        String inTwo = TWO_ALIKE.replace("{name: b}", "{name: b, namespace: other}");
        CommandRun run = CommandRun.translate(inTwo, "--namespace", "team");
        long templates = Pattern.compile("kind: ResourceClaimTemplate")
                .matcher(run.out())
                .results()
                .count();
        assertEquals(2, templates, run.out());
        assertTrue(run.out().contains("namespace: team") && run.out().contains("namespace: other"), run.out());
    }

    @Test
    void translatingTheTranslationChangesNothing() {
        CommandRun first = CommandRun.translate(TWO_ALIKE);
        CommandRun second = CommandRun.translate(first.out());
        assertEquals(first.out(), second.out());
        assertEquals("", CommandRun.translate(first.out(), "-o", "diff").out());
    }

    @Test
    void commentsQuotesOrderAndFlowStyleStayAsTheyWereWritten() {
        String manifest = """
                # who wrote this
                apiVersion: v1
                kind: Pod
                metadata: {labels: {"a": 'b'}, name: x} # flow
                spec:
                  restartPolicy: "Never"   # quoted

                  containers:
                  # the one
                  - image: app
                    name: app
                    future: [1, 2.50, 0x10, yes]
                    args:
                    - |
                      line one
                      line two
                    resources:
                      limits:
                        nvidia.com/gpumem: 3000 # three thousand
                        cpu: 1 # one
                """;
        CommandRun run = CommandRun.translate(manifest);
        assertEquals(0, run.code(), run.err());
        for (String kept : new String[] {
            "# who wrote this",
            "{\"a\": 'b'",
            "# flow",
            "\"Never\" # quoted",
            "# the one",
            "[1, 2.50, 0x10, yes]",
            "      line one\n",
            "cpu: 1 # one"
        }) {
            assertTrue(run.out().contains(kept), kept + "\n" + run.out());
        }
        assertFalse(run.out().contains("nvidia.com/gpumem: 3000"), run.out());
    }

    @Test
    void jsonIsOneLineForEachObjectWithEverythingAboutIt() {
        String manifest = TWO_ALIKE + "---\nkind: ConfigMap\n---\n" + Manifests.pod("c", "{nvidia.com/gpumem: 4Gi}");
        CommandRun run = CommandRun.translate(manifest, "-o", "json");
        assertEquals(1, run.code());
        assertEquals(List.of("rewritten", "rewritten", "unchanged", "refused"), run.outcomes());
        JsonNode first = run.lines().getFirst();
        assertEquals("{\"file\":\"-\",\"document\":1}", first.path("source").toString());
        assertEquals(
                "ResourceClaimTemplate",
                first.path("templates").path(0).path("kind").asText());
        assertEquals(
                first.path("templates").path(0).path("metadata").path("name"),
                first.at("/object/spec/resourceClaims/0/resourceClaimTemplateName"));
        JsonNode error = run.lines().getLast().path("errors").path(0);
        assertEquals("bad_number", error.path("reason").asText());
        assertEquals(
                "spec.containers[0].resources.limits[nvidia.com/gpumem]",
                error.path("path").asText());
        assertTrue(error.path("message").asText().contains("4096"), error.toString());
    }

    @Test
    void diffShowsOnlyWhatChangesAndNoColoursWithoutATerminal() {
        CommandRun run = CommandRun.translate(Manifests.deployment("{name: d}", "{}", Manifests.LIMITS), "-o", "diff");
        assertEquals(0, run.code());
        assertTrue(run.out().startsWith("--- /dev/null\n+++ ResourceClaimTemplate/aliquot-"), run.out());
        assertTrue(run.out().contains("\n--- standard input, document 1 (Deployment/d)\n"), run.out());
        assertTrue(
                Pattern.compile("(?m)^-.*nvidia.com/gpumem: 3000")
                        .matcher(run.out())
                        .find(),
                run.out());
        assertTrue(run.out().contains("\n+      resourceClaims:\n"), run.out());
        assertFalse(run.out().contains("\u001b"), run.out());
    }

    @Test
    void aRefusedPodStandsInTheOutputAsItWasUnderAComment() {
        String pod = Manifests.pod("c", "{nvidia.com/gpumem: 4Gi}");
        CommandRun run = CommandRun.translate(pod + "---\n" + Manifests.pod("d", Manifests.LIMITS));
        assertEquals(1, run.code());
        assertTrue(run.out().startsWith("# refused, as it was: standard input, document 1\n" + pod), run.out());
        assertTrue(run.out().contains("resourceClaims"), run.out());
        assertTrue(run.err().contains("error: standard input, document 1 (Pod/c): spec.containers[0]"), run.err());
        assertTrue(run.err().contains("2 objects: 1 rewritten, 1 refused"), run.err());
    }
}
