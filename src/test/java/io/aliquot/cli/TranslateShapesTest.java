package io.aliquot.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class TranslateShapesTest {
    private static JsonNode one(String manifest) {
        List<JsonNode> lines = CommandRun.translate(manifest, "-o", "json").lines();
        assertEquals(1, lines.size());
        return lines.getFirst();
    }

    private static JsonNode rewritten(String manifest) {
        JsonNode line = one(manifest);
        assertEquals("rewritten", line.path("outcome").asText(), line.toString());
        assertFalse(line.path("object").toString().contains("\"nvidia.com/gpumem\":3000"), line.toString());
        return line.path("object");
    }

    @Test
    void theTemplateOfACronJobIsFoundHoweverDeepItIs() {
        JsonNode object = rewritten("apiVersion: batch/v1\nkind: CronJob\nspec:\n  jobTemplate:\n    spec:\n"
                + "      template:\n" + Manifests.podSpec("        ", Manifests.LIMITS));
        JsonNode template = object.at("/spec/jobTemplate/spec/template");
        assertTrue(template.path("spec").has("resourceClaims"), template.toString());
        assertTrue(template.path("metadata").path("labels").has("aliquot.io/rewritten"), template.toString());
        assertFalse(object.has("metadata"), object.toString());
    }

    @Test
    void podTemplatesOfAnUnknownCustomResourceAreAllRewritten() {
        JsonNode object = rewritten("apiVersion: example.org/v1\nkind: Graph\nspec:\n  components:\n"
                + "  - podTemplate:\n" + Manifests.podSpec("      ", Manifests.LIMITS)
                + "  - podTemplate:\n" + Manifests.podSpec("      ", "{nvidia.com/gpu: 2}"));
        assertEquals(2, object.findParents("resourceClaims").size(), object.toString());
    }

    @Test
    void leaderAndWorkersOfALeaderWorkerSetAreBothRewritten() {
        JsonNode object = rewritten("apiVersion: leaderworkerset.x-k8s.io/v1\nkind: LeaderWorkerSet\nspec:\n"
                + "  leaderWorkerTemplate:\n    leaderTemplate:\n" + Manifests.podSpec("      ", Manifests.LIMITS)
                + "    workerTemplate:\n" + Manifests.podSpec("      ", Manifests.LIMITS));
        assertEquals(2, object.findParents("resourceClaims").size(), object.toString());
    }

    @Test
    void annotationsOfAnInferenceServiceReachItsPredictor() {
        String predictor = Manifests.podSpec("  ", Manifests.LIMITS).replace("spec:", "predictor:");
        JsonNode object = rewritten("apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\n"
                + "metadata: {name: i, annotations: {nvidia.com/use-gpuuuid: GPU-1}}\nspec:\n" + predictor);
        JsonNode found = object.at("/spec/predictor");
        assertTrue(found.path("labels").has("aliquot.io/rewritten"), object.toString());
        assertFalse(found.path("annotations").has("nvidia.com/use-gpuuuid"), object.toString());
        assertTrue(object.path("metadata").path("annotations").has("nvidia.com/use-gpuuuid"), object.toString());
        assertFalse(found.has("metadata"), object.toString());
    }

    @Test
    void thePodsOfAVolcanoJobBelongToVolcano() {
        String job = "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nspec:\n  tasks:\n  - template:\n"
                + Manifests.podSpec("      ", Manifests.LIMITS);
        JsonNode line = one(job);
        assertEquals("unchanged", line.path("outcome").asText(), line.toString());
        assertEquals("spec.schedulerName", line.at("/warnings/0/path").asText());
    }

    @Test
    void theOldSchedulerOfAWorkloadIsReplacedWhereItIsWritten() {
        JsonNode object = rewritten("apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nspec:\n"
                + "  schedulerName: hami-scheduler\n  tasks:\n  - template:\n"
                + Manifests.podSpec("      ", Manifests.LIMITS));
        assertEquals("default-scheduler", object.at("/spec/schedulerName").asText());
        assertFalse(object.at("/spec/tasks/0/template/spec").has("schedulerName"), object.toString());
    }

    @Test
    void listsAreOpenedAndTheirItemsSayWhatTheyAre() {
        String items =
                "items:\n- " + Manifests.pod("a", Manifests.LIMITS).indent(2).strip() + "\n- "
                        + Manifests.pod("b", "{cpu: 1}").indent(2).strip() + "\n";
        CommandRun run = CommandRun.translate("apiVersion: v1\nkind: List\n" + items, "-o", "json");
        assertEquals(List.of("rewritten", "unchanged"), run.outcomes());
        assertEquals(1, run.lines().getLast().at("/source/item").asInt());
        String bare = items.replace("apiVersion: v1\n  kind: Pod\n  ", "");
        CommandRun typed = CommandRun.translate("apiVersion: v1\nkind: PodList\n" + bare, "-o", "json");
        assertEquals(List.of("rewritten", "unchanged"), typed.outcomes(), typed.err());
        assertEquals("Pod", typed.lines().getFirst().at("/object/kind").asText());
    }

    @Test
    void schemasAndStatusAreNoPods() {
        String schema = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  example:\n"
                + Manifests.podSpec("    ", Manifests.LIMITS);
        assertEquals("unchanged", one(schema).path("outcome").asText());
        String status =
                "apiVersion: example.org/v1\nkind: Graph\nstatus:\n" + Manifests.podSpec("  ", Manifests.LIMITS);
        assertEquals("unchanged", one(status).path("outcome").asText());
    }

    @Test
    void oneRefusedTemplateRefusesTheObjectAndNamesTheFieldInIt() {
        JsonNode line = one("apiVersion: example.org/v1\nkind: Graph\nspec:\n  a:\n    template:\n"
                + Manifests.podSpec("      ", Manifests.LIMITS) + "  b:\n    template:\n"
                + Manifests.podSpec("      ", "{nvidia.com/gpumem: -1}"));
        assertEquals("refused", line.path("outcome").asText());
        assertEquals(
                "spec.b.template.spec.containers[0].resources.limits[nvidia.com/gpumem]",
                line.at("/errors/0/path").asText());
        assertFalse(line.path("object").toString().contains("resourceClaims"), line.toString());
    }
}
