package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.claims.registration.MatchConditions;
import io.aliquot.config.MappingFile;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real webhook with its real registration and its real rights. */
@Tag("e2e")
class WebhookIT {
    private static final ControlPlane PLANE = ControlPlane.shared();
    private static final KubernetesClient ADMIN = PLANE.admin();

    @TempDir
    private static Path folder = Path.of("");

    private static Path mapping = Path.of("");
    private static WebhookProcess webhook = none();

    private String namespace = "";

    @SuppressWarnings("NullAway") // set before the first test
    private static WebhookProcess none() {
        return null;
    }

    @BeforeAll
    static void start() throws IOException {
        mapping = Files.writeString(folder.resolve("mapping.yaml"), MappingFile.defaultText());
        webhook = new WebhookProcess(
                        PLANE, folder, List.of("--mapping", mapping.toString(), "--registration", "aliquot"))
                .awaitReady();
        webhook.register(ADMIN);
    }

    @AfterAll
    static void stop() {
        ADMIN.admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName("aliquot")
                .delete();
        webhook.close();
    }

    @BeforeEach
    void newNamespace() {
        namespace = PLANE.namespace();
    }

    @AfterEach
    void removeNamespace() {
        PLANE.remove(namespace);
    }

    private Pod create(String name, String limits) {
        return ADMIN.pods()
                .inNamespace(namespace)
                .resource(ADMIN.getKubernetesSerialization()
                        .unmarshal(Workloads.legacy(name, limits).toString(), Pod.class))
                .create();
    }

    private static String template(Pod pod) {
        return pod.getSpec().getResourceClaims().stream()
                .map(PodResourceClaim::getResourceClaimTemplateName)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aShapeThatIsKnownCostsNoRequestToTheApiServer() {
        Pod first = create("first", "gpumem=100");
        Await.until("the template is known", () -> {
            Map<String, String> before = ApiRequests.forTemplates(ADMIN);
            create("probe-" + System.nanoTime(), "gpumem=100");
            return ApiRequests.forTemplates(ADMIN).equals(before);
        });
        Map<String, String> before = ApiRequests.forTemplates(ADMIN);
        for (int i = 0; i < 50; i++) {
            assertEquals(template(first), template(create("pod-" + i, "gpumem=100")));
        }
        assertEquals(before, ApiRequests.forTemplates(ADMIN));
    }

    @Test
    void aDeletedTemplateIsMadeAgainForTheNextPod() {
        String template = template(create("first", "gpumem=101"));
        var stored = ADMIN.genericKubernetesResources("resource.k8s.io/v1", "ResourceClaimTemplate")
                .inNamespace(namespace)
                .withName(template);
        Await.until("the first pod runs", () -> Workloads.scheduled(ADMIN, namespace, "first"));
        stored.delete();
        Await.until("the next pod runs", () -> {
            String name = "next-" + System.nanoTime();
            create(name, "gpumem=101");
            Await.until(name + " runs", () -> Workloads.scheduled(ADMIN, namespace, name));
            return stored.get() != null;
        });
    }

    @Test
    void aQuotaOnLegacyNamesHoldsUnderConcurrency() throws Exception {
        quota("requests.nvidia.com/gpu", "5");
        Await.until("the quota is seen", () -> refusal("probe", "gpu=6").contains("exceeded quota"));
        try (ExecutorService clients = Executors.newFixedThreadPool(16)) {
            List<Future<Boolean>> pods = IntStream.range(0, 40)
                    .mapToObj(i -> clients.submit(() -> passes("pod-" + i)))
                    .toList();
            int passed = 0;
            for (Future<Boolean> pod : pods) {
                passed += pod.get() ? 1 : 0;
            }
            assertEquals(5, passed);
        }
        assertTrue(refusal("late", "gpumem=1")
                .contains("exceeded quota: gpus, requested: requests.nvidia.com/gpu=1, used:"
                        + " requests.nvidia.com/gpu=5, limited: requests.nvidia.com/gpu=5"));
        ADMIN.pods().inNamespace(namespace).withName(firstPod()).delete();
        Await.until("the freed share can be had", () -> passes("successor"));
    }

    private String firstPod() {
        return ADMIN.pods()
                .inNamespace(namespace)
                .list()
                .getItems()
                .getFirst()
                .getMetadata()
                .getName();
    }

    private void quota(String name, String hard) {
        ADMIN.resourceQuotas()
                .inNamespace(namespace)
                .resource(new ResourceQuotaBuilder()
                        .withNewMetadata()
                        .withName("gpus")
                        .endMetadata()
                        .withNewSpec()
                        .addToHard(name, new Quantity(hard))
                        .endSpec()
                        .build())
                .create();
    }

    private boolean passes(String name) {
        try {
            create(name, "gpumem=1");
            return true;
        } catch (KubernetesClientException e) {
            assertEquals(403, e.getCode(), e.getMessage());
            return false;
        }
    }

    private String refusal(String name, String limits) {
        try {
            ADMIN.pods()
                    .inNamespace(namespace)
                    .resource(ADMIN.getKubernetesSerialization()
                            .unmarshal(Workloads.legacy(name, limits).toString(), Pod.class))
                    .dryRun()
                    .create();
            return "";
        } catch (KubernetesClientException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void aPodThatWaitsIsToldWhy() {
        create("big", "gpumem=90000");
        String message = Await.value(
                        "an event",
                        () -> ADMIN.v1().events().inNamespace(namespace).list().getItems().stream()
                                .filter(event -> event.getReason().equals("WaitingForCard"))
                                .findFirst())
                .getMessage();
        assertTrue(message.contains("n1: 2 cards, most free memory ") && message.contains("of 90000 MiB"), message);
    }

    @Test
    void aPercentageIsResolvedByTheCardsOfTheSlices() {
        create("half", "gpumem-percentage=10");
        Await.until("it runs", () -> Workloads.scheduled(ADMIN, namespace, "half"));
    }

    @Test
    void theAllocationIsChartedUnderTheNamesThatUsersKnow() {
        create("charted", "gpumem=321");
        Await.until(
                "its share is charted",
                () -> webhook.metrics()
                        .lines()
                        .anyMatch(line -> line.startsWith("hami_vgpu_memory_allocated_bytes{")
                                && line.contains("namespace=\"" + namespace + "\"")
                                && line.contains("container=\"main\"")
                                && line.contains("pod=\"charted\"")));
        assertTrue(webhook.metric("hami_gpu_memory_limit_bytes") > 0);
        assertTrue(webhook.metric("hami_gpu_core_limit_ratio") >= 300);
    }

    @Test
    void aChangedMappingComesIntoUseAndTheRegistrationFollowsAndAWrongOneChangesNothing() throws IOException {
        String renamed = MappingFile.defaultText().replace("nvidia.com/gpumem\n", "example.com/vram\n");
        assertFalse(PLANE.matchCondition("aliquot").contains("example.com/vram"));
        try {
            Files.writeString(mapping, renamed);
            Await.until(
                    "the registration follows",
                    () -> PLANE.matchCondition("aliquot").contains("example.com/vram"));
            Files.writeString(mapping, "vendors: 3");
            Await.until(
                    "the wrong file is shown", () -> webhook.health().toString().contains("rejected"));
            assertTrue(PLANE.matchCondition("aliquot").contains("example.com/vram"));
        } finally {
            Files.writeString(mapping, MappingFile.defaultText());
        }
        Await.until(
                "the registration is as before",
                () -> PLANE.matchCondition("aliquot").equals(MatchConditions.expression(Workloads.MAPPING)));
    }

    @Test
    void itIsReadyAndTellsWhoLeads() {
        JsonNode health = webhook.health();
        assertEquals("UP", health.path("status").asText(), health.toString());
        Await.until("it leads", () -> webhook.health().toString().contains("\"leader\":true"));
    }

    @Test
    void aRefusedPodLeavesNoTemplate() {
        quota("limits.nvidia.com/gpumem", "10");
        Await.until("the quota is seen", () -> !refusal("probe", "gpumem=11").isEmpty());
        assertThrows(KubernetesClientException.class, () -> create("refused", "gpumem=11"));
        assertEquals(
                0,
                ADMIN.genericKubernetesResources("resource.k8s.io/v1", "ResourceClaimTemplate")
                        .inNamespace(namespace)
                        .list()
                        .getItems()
                        .size());
    }
}
