package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.model.Card;
import io.aliquot.model.Mapping;
import io.aliquot.rewrite.golden.GoldenCase;
import io.aliquot.rewrite.golden.GoldenCases;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every pod of the golden cases, created on a real API server with the mapping and the cards of its case. */
@Tag("e2e")
class GoldenIT {
    private static final ControlPlane PLANE = ControlPlane.shared();
    /**
     * Cases of which an API server would make something else before the webhook sees it: nothing, as a volume is missing or
     * a text no quantity, or the same quantity written in another way.
     */
    private static final Set<String> NOT_AS_WRITTEN = Set.of(
            "annotation-not-a-text",
            "container-unknown-fields-stay",
            "mount-without-share",
            "number-memory-not-a-number",
            "number-memory-not-a-quantity",
            "number-memory-one-and-a-half",
            "vendor-metax",
            "workload-inference-service-with-init");

    private static final KubernetesClient ADMIN = PLANE.admin();

    /** Elsewhere the preflight refuses all pods of such a mapping. */
    private static final boolean ONE_REQUEST = !PLANE.version().matches("v?1\\.3[45]\\..*");

    @TempDir
    private static Path folder = Path.of("");

    private static GoldenSetting setting = none();

    private String namespace = "";

    @SuppressWarnings("NullAway") // set before the first test
    private static GoldenSetting none() {
        return null;
    }

    @BeforeAll
    static void start() {
        setting = new GoldenSetting(PLANE, folder);
    }

    @AfterAll
    static void stop() {
        setting.close();
    }

    @AfterEach
    void removeNamespace() {
        PLANE.kubectl(namespace).ok("delete", "pods", "--all", "--wait=false");
        PLANE.remove(namespace);
    }

    private record Setting(Mapping mapping, List<Card> cards) {}

    /** Cases of one setting follow each other, as a change of it takes a moment. */
    @TestFactory
    Stream<DynamicNode> casesOnARealApiServer() {
        namespace = PLANE.namespace();
        Map<Setting, List<GoldenCase>> settings = GoldenCases.all().stream()
                .filter(golden -> !NOT_AS_WRITTEN.contains(golden.name()))
                .filter(golden -> ONE_REQUEST || !golden.mapping().pods().cardsInOneRequest())
                .filter(golden -> golden.examples().stream()
                        .allMatch(example -> example.oldPod().isEmpty()))
                .collect(Collectors.groupingBy(
                        golden -> new Setting(golden.mapping(), golden.cards()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        return settings.values().stream().map(this::cases);
    }

    private DynamicNode cases(List<GoldenCase> cases) {
        GoldenCase first = cases.getFirst();
        return dynamicContainer(
                "as in " + first.name(),
                Stream.concat(
                        Stream.of(dynamicTest("mapping and cards", () -> setting.become(first, first.cards()))),
                        cases.stream().flatMap(this::pods)));
    }

    private Stream<DynamicNode> pods(GoldenCase golden) {
        return IntStream.range(0, golden.examples().size())
                .filter(i ->
                        golden.examples().get(i).pod().path("kind").asText().equals("Pod"))
                .mapToObj(i -> dynamicTest(
                        golden.name() + " " + i,
                        () -> check(golden, golden.examples().get(i), golden.name() + "-" + i)));
    }

    private void check(GoldenCase golden, GoldenCase.Example example, String name) {
        String outcome = example.outcome().path("outcome").asText();
        try {
            String stored = ADMIN.raw(
                    "/api/v1/namespaces/" + namespace + "/pods",
                    "POST",
                    fresh(example.pod(), name).toString());
            StoredPod.of(ADMIN, StoredPod.read(stored)).check(golden, example);
        } catch (KubernetesClientException e) {
            String message = String.valueOf(e.getMessage());
            if (outcome.equals("unchanged") && !message.contains(Refusals.BY_US)) {
                return; // no pod at all for Kubernetes
            }
            assertEquals("refused", outcome, message);
            Refusals.check(example.outcome(), message);
        }
    }

    /** The pod under a name of its own, without what only an API server or an owner elsewhere gives it. */
    private static ObjectNode fresh(JsonNode pod, String name) {
        ObjectNode fresh = pod.deepCopy();
        ObjectNode metadata = fresh.withObjectProperty("metadata");
        metadata.remove(List.of("namespace", "generateName", "ownerReferences", "uid", "resourceVersion"));
        metadata.put("name", name);
        return fresh;
    }
}
