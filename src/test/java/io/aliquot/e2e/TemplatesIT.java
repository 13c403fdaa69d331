package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.rewrite.RewriteInput;
import io.aliquot.rewrite.Rewriter;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.Template;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One template for each shape and namespace, whoever asks for it, and in whatever order. */
@Tag("e2e")
class TemplatesIT {
    private static final ControlPlane PLANE = ControlPlane.shared();

    @TempDir
    private static Path folder = Path.of("");

    private static AutoCloseable installation = () -> {};

    private final Tenant tenant = new Tenant(PLANE);

    @BeforeAll
    static void install() {
        installation = new Installation(PLANE, folder);
    }

    @AfterAll
    static void uninstall() throws Exception {
        installation.close();
    }

    @AfterEach
    void removeTenant() {
        tenant.close();
    }

    private static String deployment(String name, int replicas, String limits) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %1$s}
                spec:
                  replicas: %2$d
                  selector: {matchLabels: {app: %1$s}}
                  template:
                    metadata: {labels: {app: %1$s}}
                    spec:
                      containers:
                      - {name: main, image: cuda, resources: {limits: %3$s}}
                """.formatted(name, replicas, limits);
    }

    @Test
    void aTemplateIsMadeForEachShapeAndNamespaceHoweverManyReplicas() {
        try (Tenant other = new Tenant(PLANE)) {
            String shape = "{nvidia.com/gpu: 1, nvidia.com/gpumem: 150}";
            tenant.create(deployment("one", 10, shape));
            tenant.create(deployment("two", 10, shape));
            tenant.create(deployment("small", 5, "{nvidia.com/gpumem: 75}"));
            other.create(deployment("one", 3, shape));
            Await.until("all replicas", () -> tenant.pods().list().getItems().size() == 25);
            Await.until("all replicas", () -> other.pods().list().getItems().size() == 3);
            Template common = Tenant.template("gpu=1 gpumem=150");
            assertEquals(Set.of(common.name(), Tenant.template("gpumem=75").name()), tenant.templateNames());
            assertEquals(Set.of(common.name()), other.templateNames());
            assertTrue(tenant.pods().list().getItems().stream().allMatch(tenant::rewritten));
        }
    }

    @Test
    void twoHundredPodsOfTwentyShapesFromFourClientsAtOnceMakeTwentyTemplates() throws Exception {
        try (ExecutorService clients = Executors.newFixedThreadPool(4)) {
            List<Future<Pod>> pods = IntStream.range(0, 200)
                    .mapToObj(i -> clients.submit(() -> tenant.create("pod-" + i, "gpumem=" + (300 + i % 20))))
                    .toList();
            for (Future<Pod> pod : pods) {
                assertTrue(tenant.rewritten(pod.get()), () -> String.valueOf(pod.resultNow()));
            }
        }
        assertEquals(200, tenant.pods().list().getItems().size());
        Set<String> expected = IntStream.range(0, 20)
                .mapToObj(i -> Tenant.template("gpumem=" + (300 + i)).name())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(expected, new TreeSet<>(tenant.templateNames()));
        assertEquals(
                expected,
                tenant.pods().list().getItems().stream()
                        .flatMap(pod -> Tenant.templatesOf(pod).stream())
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    private void falseTemplate(String name, boolean labelled) {
        tenant.create("""
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: %s, labels: {app.kubernetes.io/managed-by: %s}}
                spec:
                  spec: {devices: {requests: [{name: g0, exactly: {deviceClassName: gpu.aliquot.io}}]}}
                """.formatted(name, labelled ? "aliquot" : "somebody"));
    }

    @Test
    void aFalseTemplateOfTheNameIsPassedOverAndAFourthIsARefusal() {
        RewriteInput input = RewriteInput.create(Workloads.legacy("p", "gpumem=400"), Workloads.MAPPING, List.of());
        Set<String> falseOnes = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            String name = ((Rewriting.Rewritten) Rewriter.rewrite(input))
                    .templates()
                    .getFirst()
                    .name();
            falseTemplate(name, i % 2 == 0);
            falseOnes.add(name);
            input = input.avoiding(name);
            if (i < 3) {
                Pod pod = tenant.create("pod-" + i, "gpumem=400");
                String used = Tenant.templatesOf(pod).getFirst();
                assertFalse(falseOnes.contains(used), used);
                assertEquals("400Mi", tenant.memoryAsked(used));
                tenant.pods().withName("pod-" + i).withGracePeriod(0).delete();
                tenant.deleteTemplate(used);
            }
        }
        String message = assertThrows(KubernetesClientException.class, () -> tenant.create("last", "gpumem=400"))
                .getMessage();
        assertTrue(String.valueOf(message).contains("every name of a ResourceClaimTemplate"), message);
        assertEquals(falseOnes, tenant.templateNames());
    }

    @Test
    void aTemplateDeletedByHandHarmsNobodyWhoRunsAndIsMadeAgainForWhoWaits() {
        tenant.create("runs", "gpumem=410");
        Await.until("it runs", () -> tenant.scheduled("runs"));
        String name = Tenant.template("gpumem=410").name();
        PLANE.component("stop", "kube-controller-manager");
        try {
            tenant.create("waits", "gpumem=410");
            tenant.deleteTemplate(name);
            Await.until("it is made again", () -> tenant.templateNames().contains(name));
        } finally {
            PLANE.component("start", "kube-controller-manager");
        }
        Await.until("the one that waited runs", () -> tenant.scheduled("waits"));
        assertTrue(tenant.scheduled("runs"));
    }

    @Test
    void aServerSideDryRunShowsTheRewrittenPodAndLeavesNothing() {
        Pod shown = tenant.dryRun("dry", "gpumem=420");
        assertTrue(tenant.rewritten(shown), shown::toString);
        assertEquals(List.of(Tenant.template("gpumem=420").name()), Tenant.templatesOf(shown));
        assertEquals(Set.of(), tenant.templateNames());
        assertTrue(tenant.pod("dry").isEmpty());
    }

    @Test
    void aQuotaThatAllowsNoTemplateRefusesThePodInItsOwnWordsAndNothingIsLeft() {
        String counted = "count/resourceclaimtemplates.resource.k8s.io";
        tenant.create("""
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: templates}
                spec: {hard: {"%s": "0"}}
                """.formatted(counted));
        Await.until(
                "the quota is in force",
                () -> tenant.refusal("probe", "gpumem=430").contains("exceeded quota: templates"));
        KubernetesClientException refusal =
                assertThrows(KubernetesClientException.class, () -> tenant.create("refused", "gpumem=430"));
        assertEquals(403, refusal.getCode());
        String message = String.valueOf(refusal.getMessage());
        assertTrue(
                message.contains("exceeded quota: templates, requested: " + counted + "=1, used: " + counted
                        + "=0, limited: " + counted + "=0"),
                message);
        assertEquals(Set.of(), tenant.templateNames());
    }
}
