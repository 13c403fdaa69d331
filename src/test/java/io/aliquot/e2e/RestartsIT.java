package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two replicas behind one address, while parts of the whole go away and come back. */
@Tag("e2e")
class RestartsIT {
    private static final ControlPlane PLANE = ControlPlane.shared();
    private static final int CLIENTS = 8;

    /** Several starts of the program on a machine that may be busy. */
    private static final Duration PATIENCE = Duration.ofMinutes(8);

    @TempDir
    private static Path folder = Path.of("");

    private static Replicas replicas = none();

    private final Tenant tenant = new Tenant(PLANE);
    private final AtomicInteger created = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();

    @SuppressWarnings("NullAway") // set before the first test
    private static Replicas none() {
        return null;
    }

    @BeforeAll
    static void install() {
        replicas = new Replicas(PLANE, folder);
        replicas.start();
        replicas.start();
        replicas.register(PLANE.admin());
    }

    @AfterAll
    static void uninstall() {
        replicas.close();
    }

    @AfterEach
    void removeTenant() {
        tenant.abandon();
    }

    /** Creates pods from several clients at once, each again until it is there; at the moment, {@code midway} happens. */
    private void createAll(int pods, BooleanSupplier moment, Runnable midway) throws Exception {
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<?>> all = IntStream.range(0, pods)
                    .<Future<?>>mapToObj(i -> clients.submit(() -> create("pod-" + i, "gpumem=" + (600 + i % 7))))
                    .toList();
            Await.until("the moment", PATIENCE, moment);
            midway.run();
            for (Future<?> each : all) {
                each.get();
            }
        }
        System.out.printf("%d pods, %d attempts failed%n", pods, failures.get());
    }

    private void create(String name, String limits) {
        Await.until(name, PATIENCE, () -> isCreated(name, limits));
        created.incrementAndGet();
    }

    private boolean isCreated(String name, String limits) {
        try {
            tenant.createGated(name, limits);
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == 409) {
                return true;
            }
            failures.incrementAndGet();
            return false;
        }
    }

    private void allAreThereAndLimited(int pods) {
        List<Pod> found = tenant.pods().list().getItems();
        assertEquals(pods, found.size());
        assertEquals(
                List.of(), found.stream().filter(pod -> !tenant.rewritten(pod)).toList());
        assertEquals(Math.min(pods, 7), tenant.templateNames().size());
    }

    @Test
    void aReplicaKilledInTheMiddleOfFiveHundredCreatesCostsNoPodAndNoLimit() throws Exception {
        createAll(500, () -> created.get() > 150, replicas::killOne);
        allAreThereAndLimited(500);
        replicas.start();
    }

    @Test
    void aRestartOfTheApiServerInTheMiddleCostsNoPodAndNoLimit() throws Exception {
        createAll(150, () -> created.get() > 50, () -> {
            PLANE.component("stop", "kube-apiserver");
            PLANE.component("start", "kube-apiserver");
        });
        allAreThereAndLimited(150);
        for (WebhookProcess replica : replicas.running()) {
            assertTrue(replica.ready(), replica::log);
        }
    }

    @Test
    void whileNoReplicaIsThereNothingPassesAndAfterwardsEverythingDoes() throws Exception {
        replicas.running().forEach(replicas::end);
        createAll(100, () -> failures.get() >= 100, () -> {
            assertEquals(0, created.get());
            replicas.start();
            replicas.start();
        });
        allAreThereAndLimited(100);
    }

    @Test
    void aRollingRestartFailsNotOneRequest() throws Exception {
        tenant.createGated("first", "gpumem=600");
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger answered = new AtomicInteger();
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<?>> all = IntStream.range(0, CLIENTS)
                    .<Future<?>>mapToObj(i -> clients.submit(() -> {
                        while (!over.get()) {
                            assertTrue(tenant.rewritten(tenant.dryRun("pod-" + i, "gpumem=600")));
                            answered.incrementAndGet();
                        }
                    }))
                    .toList();
            for (WebhookProcess old : replicas.running()) {
                replicas.start();
                int before = answered.get();
                replicas.end(old);
                Await.until(
                        "requests go on",
                        () -> answered.get() > before || all.getFirst().isDone());
            }
            over.set(true);
            for (Future<?> each : all) {
                each.get();
            }
        }
        System.out.printf("rolling restart: %d requests, none failed%n", answered.get());
    }

    @Test
    void twoReplicasExceedAQuotaByNoMoreThanWhatIsInFlightAtTheOther() throws Exception {
        tenant.create("""
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: gpus}
                spec: {hard: {requests.nvidia.com/gpu: "10"}}
                """);
        Await.until("it is in force", () -> tenant.refusal("probe", "gpu=11").contains("exceeded quota"));
        AtomicInteger passed = new AtomicInteger();
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            for (int i = 0; i < 100; i++) {
                String name = "pod-" + i;
                clients.execute(() -> {
                    if (tenant.passes(name, "gpumem=1")) {
                        passed.incrementAndGet();
                    }
                });
            }
        }
        System.out.printf("two replicas, quota 10, %d clients: %d passed%n", CLIENTS, passed.get());
        assertTrue(passed.get() >= 10 && passed.get() <= 10 + CLIENTS, () -> passed + " passed");
        Await.until(
                "what passed is counted",
                () -> tenant.refusal("late", "gpumem=1").contains("used: requests.nvidia.com/gpu=" + passed));
    }
}
