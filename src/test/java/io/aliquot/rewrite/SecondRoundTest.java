package io.aliquot.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.config.MappingFile;
import io.aliquot.model.Card;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The API server asks again when something has changed a pod after its rewriting. */
class SecondRoundTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String MEMORY = "nvidia.com/gpumem";

    private static ObjectNode pod(String containers) throws JsonProcessingException {
        return (ObjectNode) JSON.readTree("""
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": [%s]}}""".formatted(containers));
    }

    private static String container(String name, String memory) {
        return """
                {"name": "%s", "image": "x", "resources": {"limits": {"nvidia.com/gpumem": "%s"}}}""".formatted(name, memory);
    }

    private static Rewriting.Rewritten rewrite(JsonNode pod) {
        return assertInstanceOf(
                Rewriting.Rewritten.class,
                Rewriter.rewrite(RewriteInput.create(
                        pod, MappingFile.defaults(), List.of(Card.ofSize("gpu.aliquot.io", 8192)))));
    }

    private static void limit(JsonNode pod, String container, String memory) {
        for (JsonNode each : pod.at("/spec/containers")) {
            if (each.path("name").asText().equals(container)) {
                ((ObjectNode) each.path("resources")).putObject("limits").put(MEMORY, memory);
            }
        }
    }

    @Test
    void theDefaultOfALimitRangeThatComesBackGoesAndGivesNoSecondClaim() throws JsonProcessingException {
        JsonNode first = rewrite(pod(container("app", "3000"))).pod();
        ObjectNode changed = first.deepCopy();
        limit(changed, "app", "500");
        String set = "LimitRanger plugin set: nvidia.com/gpumem limit for container app";
        ((ObjectNode) changed.at("/metadata/annotations")).put("kubernetes.io/limit-ranger", set);
        Rewriting.Rewritten second = rewrite(changed);
        assertEquals(List.of(), second.templates());
        assertEquals(List.of(), second.warnings());
        ((ObjectNode) second.pod().at("/metadata/annotations")).remove("kubernetes.io/limit-ranger");
        assertEquals(first, second.pod());
    }

    @Test
    void numbersThatAnotherWebhookWritesAfterTheShareChangeNothingAndAreWarnedAbout() throws JsonProcessingException {
        JsonNode first = rewrite(pod(container("app", "3000"))).pod();
        ObjectNode changed = first.deepCopy();
        limit(changed, "app", "5000");
        Rewriting.Rewritten second = rewrite(changed);
        assertEquals(first, second.pod());
        assertEquals(
                "spec.containers[0].resources", second.warnings().getFirst().path());
    }

    @Test
    void aContainerThatAnotherWebhookAddsGetsItsShareAndTheOthersKeepTheirs() throws JsonProcessingException {
        JsonNode first = rewrite(pod(container("app", "3000"))).pod();
        ObjectNode changed = first.deepCopy();
        ((ArrayNode) changed.at("/spec/containers")).add(JSON.readTree(container("helper", "500")));
        Rewriting.Rewritten second = rewrite(changed);
        assertEquals(1, second.templates().size());
        assertEquals(first.at("/spec/containers/0"), second.pod().at("/spec/containers/0"));
        assertEquals(2, second.pod().at("/spec/resourceClaims").size());
        RequestRecord record = RequestRecord.of(second.pod());
        assertEquals(Map.of(MEMORY, "3000"), record.numbers("app"));
        assertEquals(Map.of(MEMORY, "500"), record.numbers("helper"));
    }

    @Test
    void theRecordOfAPercentageKeepsTheCardsItWasReckonedWith() throws JsonProcessingException {
        ObjectNode pod = pod("""
                {"name": "app", "image": "x", "resources": {"limits": {"nvidia.com/gpumem-percentage": "50"}}}""");
        ObjectNode first = rewrite(pod).pod();
        ((ArrayNode) first.at("/spec/containers")).add(JSON.readTree(container("helper", "500")));
        RequestRecord before = RequestRecord.of(first);
        RequestRecord after = RequestRecord.of(rewrite(first).pod());
        assertEquals(1, before.cards().size());
        assertEquals(before.cards(), after.cards());
        assertEquals(Set.of("app", "helper"), after.containers().keySet());
    }

    @Test
    void aRecordOfAnySizeThatIsNotOursSaysNothing() throws JsonProcessingException {
        ObjectNode pod = pod(container("app", "3000"));
        String many = "\"a\":{},".repeat(100_000);
        for (String text : List.of("{\"containers\":{" + many, "{\"containers\":{" + many + "},\"mapping\":7}", many)) {
            ((ObjectNode) pod.path("metadata")).putObject("annotations").put(Marks.REQUEST, text);
            assertEquals(RequestRecord.NONE, RequestRecord.of(pod));
        }
    }

    @Test
    void aForgedRecordOrClaimOfThePodsAuthorIsNoShare() throws JsonProcessingException {
        ObjectNode forged = pod(container("app", "3000"));
        ObjectNode metadata = (ObjectNode) forged.path("metadata");
        metadata.putObject("labels").put(Marks.REWRITTEN, "true");
        metadata.putObject("annotations").put(Marks.REQUEST, "nonsense");
        ((ObjectNode) forged.path("spec"))
                .putArray("resourceClaims")
                .addObject()
                .put("name", "gpu-app");
        ((ObjectNode) forged.at("/spec/containers/0/resources"))
                .putArray("claims")
                .addObject()
                .put("name", "gpu-app");
        Rewriting.Rewritten rewritten = rewrite(forged);
        assertEquals(1, rewritten.templates().size());
        assertEquals(2, rewritten.pod().at("/spec/resourceClaims").size());
    }
}
