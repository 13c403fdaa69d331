package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people and controllers do with pods over time, by the release's own kubectl. */
@Tag("e2e")
class PodLifeIT {
    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  containers:
                  - {name: main, image: "cuda:1", resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 500}}}
            """;

    @RegisterExtension
    static final Site SITE = new Site();

    @BeforeEach
    void cards() {
        SITE.cards(Map.of("n1", Cards.of("n1", "NVIDIA A100-SXM4-80GB", 81559, 2)));
    }

    private static String spec(String pod) {
        return SITE.kubectl().ok("get", "pod", pod, "-o", "jsonpath={.spec}{.metadata.uid}");
    }

    private static String manifest(String image) {
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, labels: {app: p}}
                spec:
                  initContainers:
                  - {name: setup, image: busybox}
                  containers:
                  - name: main
                    image: %s
                    resources:
                      limits: {cpu: 1, nvidia.com/gpu: 1, nvidia.com/gpumem: 3000, nvidia.com/gpucores: 30}
                """.formatted(image);
    }

    @ParameterizedTest
    @ValueSource(strings = {"apply -f -", "apply --server-side -f -"})
    void theOldManifestAppliedAgainOverItsRewrittenPodIsAcceptedAndChangesNothing(String apply) {
        String[] words = apply.split(" ", -1);
        SITE.kubectl().feed(manifest("cuda:1"), words);
        SITE.claims().awaitRunning("p");
        String before = spec("p");
        SITE.kubectl().feed(manifest("cuda:1"), words);
        assertEquals(before, spec("p"));
        SITE.kubectl().feed(manifest("cuda:2"), words);
        assertEquals(before.replace("cuda:1", "cuda:2"), spec("p"));
        assertNotEquals(before, spec("p"));
        assertEquals(1, SITE.claims().of("p").size());
    }

    @Test
    void serverSideApplyTakesOverAPodThatWasAppliedByTheClient() {
        SITE.kubectl().feed(manifest("cuda:1"), "apply", "-f", "-");
        SITE.claims().awaitRunning("p");
        String before = spec("p");
        SITE.kubectl().feed(manifest("cuda:1"), "apply", "--server-side", "--force-conflicts", "-f", "-");
        assertEquals(before, spec("p"));
        SITE.kubectl().feed(manifest("cuda:1"), "apply", "-f", "-");
        assertEquals(before, spec("p"));
    }

    @Test
    void anotherNumberInTheManifestOfARunningPodChangesNothingAsItsClaimCannot() {
        SITE.kubectl().feed(manifest("cuda:1"), "apply", "-f", "-");
        SITE.claims().awaitRunning("p");
        String before = spec("p");
        SITE.kubectl().feed(manifest("cuda:1").replace("3000", "4000"), "apply", "-f", "-");
        assertEquals(before, spec("p"));
    }

    /** The API server runs its own admission once more after the webhook, and would write the default anew. */
    @Test
    void aDefaultOfALimitRangeIsNoSecondClaim() {
        SITE.create("""
                apiVersion: v1
                kind: LimitRange
                metadata: {name: defaults}
                spec:
                  limits:
                  - type: Container
                    default: {nvidia.com/gpumem: 500}
                """);
        SITE.kubectl().feed(manifest("cuda:1"), "apply", "-f", "-");
        SITE.claims().awaitRunning("p");
        assertFalse(spec("p").contains("nvidia.com/"), () -> spec("p"));
        assertEquals(1, SITE.claims().of("p").size());
        String asked = "{.spec.containers[0].resources.claims[*].name}";
        assertEquals("gpu-main", SITE.kubectl().ok("get", "pod", "p", "-o", "jsonpath=" + asked));
    }

    private static List<JsonNode> pods(String label) {
        return SITE.claims().all("pods").stream()
                .filter(pod -> pod.at("/metadata/labels").toString().contains(label))
                .filter(pod -> pod.at("/metadata/deletionTimestamp").isMissingNode())
                .toList();
    }

    private static List<JsonNode> running(String label, int number) {
        List<JsonNode> pods = Await.value(
                number + " pods of " + label + " run",
                () -> Optional.of(pods(label))
                        .filter(all -> all.size() == number)
                        .filter(all -> all.stream()
                                .allMatch(
                                        pod -> pod.at("/status/phase").asText().equals("Running"))));
        pods.forEach(PodLifeIT::isRewritten);
        return pods;
    }

    private static void isRewritten(JsonNode pod) {
        assertTrue(pod.at("/metadata/labels").has("aliquot.io/rewritten"), pod::toString);
        assertFalse(pod.at("/spec/containers").toString().contains("nvidia.com/"), pod::toString);
    }

    private static void oneTemplate() {
        assertEquals(1, SITE.claims().all("resourceclaimtemplates").size());
    }

    @Test
    void aDeploymentIsRestartedScaledAndItsPodsAreEvictedAndAllHaveOneTemplate() {
        SITE.kubectl().feed(DEPLOYMENT, "apply", "-f", "-");
        running("web", 2);
        SITE.kubectl().ok("rollout", "restart", "deployment/web");
        SITE.kubectl().ok("rollout", "status", "deployment/web", "--timeout=120s");
        running("web", 2);
        SITE.kubectl().ok("scale", "deployment/web", "--replicas=4");
        String evicted = running("web", 4).getFirst().at("/metadata/name").asText();
        SITE.kubectl()
                .feed(
                        """
                        {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": "%s"}}
                        """.formatted(evicted),
                        "create",
                        "--raw",
                        "/api/v1/namespaces/" + SITE.namespace() + "/pods/" + evicted + "/eviction",
                        "-f",
                        "-");
        Await.until(
                "it is gone",
                () -> pods("web").stream()
                        .noneMatch(pod -> pod.at("/metadata/name").asText().equals(evicted)));
        running("web", 4);
        SITE.kubectl().ok("scale", "deployment/web", "--replicas=1");
        running("web", 1);
        SITE.kubectl().feed(DEPLOYMENT, "apply", "-f", "-");
        running("web", 2);
        oneTemplate();
    }

    @Test
    void everyTryOfAJobIsRewritten() {
        SITE.create("""
                apiVersion: batch/v1
                kind: Job
                metadata: {name: train}
                spec:
                  backoffLimit: 1
                  template:
                    metadata: {annotations: {gpu.aliquot.io/simulated-exit-code: "1"}}
                    spec:
                      restartPolicy: Never
                      containers:
                      - {name: main, image: cuda, resources: {limits: {nvidia.com/gpumem: 500}}}
                """);
        SITE.kubectl().ok("wait", "--for=condition=Failed", "job/train", "--timeout=120s");
        List<JsonNode> tries = pods("train");
        assertEquals(2, tries.size());
        tries.forEach(PodLifeIT::isRewritten);
        oneTemplate();
    }

    @Test
    void aPodOfAStatefulSetComesBackUnderItsName() {
        SITE.create("""
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: db}
                spec:
                  serviceName: db
                  replicas: 1
                  selector: {matchLabels: {app: db}}
                  template:
                    metadata: {labels: {app: db}}
                    spec:
                      containers:
                      - {name: main, image: cuda, resources: {limits: {nvidia.com/gpumem: 500}}}
                """);
        String uid = running("db", 1).getFirst().at("/metadata/uid").asText();
        // Without --wait=false kubectl would wait for ever where the new one comes between its two looks at the name.
        SITE.kubectl().ok("delete", "pod", "db-0", "--wait=false");
        Await.until(
                "another one is there",
                () -> !running("db", 1).getFirst().at("/metadata/uid").asText().equals(uid));
        oneTemplate();
    }

    @Test
    void namesMayBeGeneratedDottedAndAsLongAsTheyCanBe() {
        String longest = "x".repeat(63);
        for (String name :
                List.of("generateName: made-", "name: a.b.c", "name: " + longest, "name: " + "y".repeat(253))) {
            SITE.create("""
                    apiVersion: v1
                    kind: Pod
                    metadata: {%s}
                    spec:
                      containers:
                      - {name: %s, image: cuda, resources: {limits: {nvidia.com/gpumem: 100}}}
                      - {name: a-b, image: cuda, resources: {limits: {nvidia.com/gpumem: 200}}}
                    """.formatted(name, longest));
        }
        running("aliquot.io/rewritten", 4);
    }

    @Test
    void aUserWhoMayCreatePodsButNoTemplatesSucceeds() {
        Kubectl alice = SITE.kubectl().as(SITE.plane().user("alice"));
        SITE.create("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: pods}
                rules: [{apiGroups: [""], resources: [pods], verbs: [create, get]}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: pods}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: pods}
                subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: alice}]
                """);
        Kubectl.Run asked = alice.run("", "auth", "can-i", "create", "resourceclaimtemplates");
        assertEquals("no", asked.out().strip(), asked.err());
        alice.feed(manifest("cuda:1"), "create", "-f", "-");
        SITE.claims().awaitRunning("p");
    }

    @Test
    void aServerSideDryRunShowsTheClaimAndLeavesNothing() {
        String shown = SITE.kubectl().feed(manifest("cuda:1"), "create", "--dry-run=server", "-o", "yaml", "-f", "-");
        assertTrue(shown.contains("resourceClaimTemplateName: aliquot-"), shown);
        assertEquals(0, SITE.claims().all("resourceclaimtemplates").size());
    }
}
