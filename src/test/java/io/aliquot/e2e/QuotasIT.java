package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quotas on the legacy names hold as if Kubernetes still saw these names. */
@Tag("e2e")
class QuotasIT {
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

    private void quota(String hard, String tooMuch) {
        tenant.create("""
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: gpus}
                spec: {hard: {%s}}
                """.formatted(hard));
        Await.until("it is in force", () -> tenant.refusal("probe", tooMuch).contains("exceeded quota"));
    }

    private String refusal(String limits) {
        KubernetesClientException refusal =
                assertThrows(KubernetesClientException.class, () -> tenant.create("refused", limits));
        assertEquals(403, refusal.getCode());
        String message = refusal.getStatus().getMessage();
        int start = message.indexOf("exceeded quota: ");
        assertTrue(start >= 0, message);
        return message.substring(start);
    }

    /** Kubernetes itself counts pods here; the same sentence must come for names that it cannot see any more. */
    @Test
    void theRefusalIsWordedAsKubernetesWordsIt() {
        quota("pods: 0", "gpumem=1");
        String itsOwn = refusal("gpumem=100");
        assertTrue(itsOwn.startsWith("exceeded quota: gpus, requested: pods=1, used: pods=0, limited: pods=0"), itsOwn);
        tenant.create("""
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: legacy}
                spec: {hard: {limits.nvidia.com/gpumem: "100"}}
                """);
        Await.until(
                "ours is in force", () -> tenant.refusal("probe", "gpumem=200").contains("quota: legacy"));
        assertEquals(
                itsOwn.replace("gpus", "legacy")
                        .replace("pods=0", "limits.nvidia.com/gpumem=0")
                        .replace("pods=1", "limits.nvidia.com/gpumem=200")
                        .replace("limited: limits.nvidia.com/gpumem=0", "limited: limits.nvidia.com/gpumem=100"),
                refusal("gpumem=200"));
    }

    @Test
    void countMemoryAndCoresAreSummedOverPodsAndCards() {
        quota(
                "requests.nvidia.com/gpu: 3, limits.nvidia.com/gpumem: 1000, limits.nvidia.com/gpucores: 50",
                "gpumem=1001");
        tenant.create("pair", "gpu=2 gpumem=400 gpucores=10");
        assertEquals(
                "exceeded quota: gpus, requested: limits.nvidia.com/gpumem=300, used: limits.nvidia.com/gpumem=800,"
                        + " limited: limits.nvidia.com/gpumem=1k",
                refusal("gpumem=300").replace("=1000", "=1k"));
        assertTrue(refusal("gpumem=200 gpucores=40").contains("limits.nvidia.com/gpucores=40, used"));
        assertTrue(refusal("gpu=2 gpumem=10").contains("requests.nvidia.com/gpu=2, used: requests.nvidia.com/gpu=2"));
        tenant.create("last", "gpumem=200 gpucores=30");
        tenant.pods().withName("pair").withGracePeriod(0).delete();
        Await.until(
                "what was freed can be had",
                () -> tenant.refusal("next", "gpumem=800").isEmpty());
    }

    @Test
    void sixteenClientsAtOnceGetNoMoreMemoryThanTheQuotaHas() {
        quota("limits.nvidia.com/gpumem: 1000", "gpumem=1001");
        AtomicInteger passed = new AtomicInteger();
        try (ExecutorService clients = Executors.newFixedThreadPool(16)) {
            for (int i = 0; i < 60; i++) {
                String name = "pod-" + i;
                clients.execute(() -> {
                    if (tenant.passes(name, "gpumem=300")) {
                        passed.incrementAndGet();
                    }
                });
            }
        }
        assertEquals(3, passed.get());
        assertEquals(3, tenant.pods().list().getItems().size());
    }

    @Test
    void aDeploymentBeyondTheQuotaIsToldByTheEventThatKubernetesWrites() {
        quota("requests.nvidia.com/gpu: 3", "gpu=4");
        tenant.create("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: many}
                spec:
                  replicas: 5
                  selector: {matchLabels: {app: many}}
                  template:
                    metadata: {labels: {app: many}}
                    spec: {containers: [{name: main, image: cuda, resources: {limits: {nvidia.com/gpumem: 10}}}]}
                """);
        Event event = Await.value(
                "the event",
                () -> tenant.events().stream()
                        .filter(each -> each.getReason().equals("FailedCreate"))
                        .findFirst());
        assertTrue(
                event.getMessage()
                        .contains("exceeded quota: gpus, requested: requests.nvidia.com/gpu=1, used:"
                                + " requests.nvidia.com/gpu=3, limited: requests.nvidia.com/gpu=3"),
                event.getMessage());
        assertEquals(3, tenant.pods().list().getItems().size());
    }
}
