package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.Card;
import io.aliquot.rewrite.golden.GoldenCase;
import io.aliquot.rewrite.golden.GoldenCases;
import io.aliquot.rewrite.golden.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Whole workloads, applied as people apply them and made into pods by Kubernetes' own controllers. */
@Tag("e2e")
class ManifestsIT {
    private static final Path MANIFESTS = Path.of("src/test/resources/e2e/manifests");
    private static final List<Card> AMPLE = Cards.of("n1", "NVIDIA A100-SXM4-80GB", 81559, 8);
    private static final ControlPlane PLANE = ControlPlane.shared();

    @TempDir
    private static Path folder = Path.of("");

    private static GoldenSetting setting = none();

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

    /** A manifest is named after the golden case that says what becomes of its pods. */
    @TestFactory
    Stream<DynamicTest> manifestsBecomePodsAsTheGoldenCasesSay() throws IOException {
        try (Stream<Path> files = Files.list(MANIFESTS)) {
            List<GoldenCase> cases = files.map(ManifestsIT::golden)
                    .sorted(Comparator.comparing(golden -> golden.mapping().hash() + golden.cards()))
                    .toList();
            assertTrue(cases.size() >= 58, "manifests found: " + cases.size());
            return cases.stream().map(golden -> dynamicTest(golden.name(), () -> apply(golden)));
        }
    }

    private static GoldenCase golden(Path file) {
        String name = file.getFileName().toString().replace(".yaml", "");
        return GoldenCases.all().stream()
                .filter(golden -> golden.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(file + " has no golden case"));
    }

    private static void apply(GoldenCase golden) {
        setting.become(golden, cards(golden));
        String namespace = PLANE.namespace();
        Kubectl kubectl = PLANE.kubectl(namespace);
        try {
            if (golden.name().contains("restricted")) {
                kubectl.ok("label", "namespace", namespace, "pod-security.kubernetes.io/enforce=restricted");
            }
            Path file = MANIFESTS.resolve(golden.name() + ".yaml");
            List<JsonNode> documents = Yaml.read(file);
            Kubectl.Run applied = kubectl.run("", "apply", "-f", file.toString());
            refusals(golden).forEach(outcome -> Refusals.check(outcome, applied.err()));
            assertEquals(refusals(golden).isEmpty() ? 0 : 1, applied.code(), applied.err());
            documents.stream()
                    .filter(document -> document.at("/spec/suspend").asBoolean())
                    .forEach(job -> kubectl.ok("patch", "job", name(job), "-p", "{\"spec\":{\"suspend\":false}}"));
            int expected = documents.stream().mapToInt(ManifestsIT::pods).sum()
                    - refusals(golden).size();
            List<JsonNode> pods = Await.value(
                    expected + " pods", () -> Optional.of(pods(kubectl)).filter(present -> present.size() >= expected));
            pods.forEach(pod -> StoredPod.of(PLANE.admin(), pod).check(golden, example(golden, documents, pod)));
            Claims claims = new Claims(kubectl);
            pods.stream().filter(ManifestsIT::findsAPlace).forEach(pod -> {
                claims.awaitRunning(name(pod));
                claims.areMadeFromTheirTemplates(pod);
            });
        } finally {
            PLANE.remove(namespace);
        }
    }

    /** The cards of the case, as often as a pod needs; without any, enough for everybody. */
    private static List<Card> cards(GoldenCase golden) {
        int wanted = golden.examples().stream()
                .flatMap(example -> example.outcome().path("containers").valueStream())
                .mapToInt(container -> container.path("cards").asInt())
                .max()
                .orElse(0);
        if (golden.cards().isEmpty()) {
            return AMPLE;
        }
        List<Card> cards = new ArrayList<>(golden.cards());
        for (int i = 0; cards.size() < wanted; i++) {
            Card card = golden.cards().get(i);
            cards.add(new Card(card.driver(), card.memoryMib(), card.uuid().map(uuid -> uuid + "-twin"), card.type()));
        }
        return cards;
    }

    private static List<JsonNode> refusals(GoldenCase golden) {
        return golden.examples().stream()
                .map(GoldenCase.Example::outcome)
                .filter(outcome -> outcome.path("outcome").asText().equals("refused"))
                .toList();
    }

    private static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    private static int pods(JsonNode document) {
        return switch (document.path("kind").asText()) {
            case "Pod", "Job", "CronJob" -> 1;
            case "Deployment", "StatefulSet" -> document.at("/spec/replicas").asInt();
            default -> 0;
        };
    }

    private static List<JsonNode> pods(Kubectl kubectl) {
        return StoredPod.read(kubectl.ok("get", "pods", "-o", "json"))
                .path("items")
                .valueStream()
                .toList();
    }

    private static GoldenCase.Example example(GoldenCase golden, List<JsonNode> documents, JsonNode pod) {
        return IntStream.range(0, documents.size())
                .filter(i -> documents.get(i).path("kind").asText().equals("Pod"))
                .filter(i -> name(documents.get(i)).equals(name(pod)))
                .mapToObj(i -> golden.examples().get(i))
                .findFirst()
                .orElse(golden.examples().getFirst());
    }

    /** A pod of ours that neither waits for a scheduler nor for a driver that is not here. */
    private static boolean findsAPlace(JsonNode pod) {
        return pod.at("/metadata/labels").has("aliquot.io/rewritten")
                && pod.at("/spec/schedulerName").asText().equals("default-scheduler")
                && !pod.toString().matches(".*(hygon|huawei).com/.*");
    }
}
