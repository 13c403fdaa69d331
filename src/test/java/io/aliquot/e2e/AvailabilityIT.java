package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A minute of pods, 50 in each second, while two replicas are replaced, killed, and the API server restarted. */
@Tag("e2e")
class AvailabilityIT {
    private static final int PER_SECOND = 50;
    private static final int PODS = 60 * PER_SECOND;
    private static final Duration PATIENCE = Duration.ofMinutes(8);
    private static final ControlPlane PLANE = ControlPlane.shared();

    @TempDir
    private Path folder = Path.of("");

    private final Tenant tenant = new Tenant(PLANE);
    private final AtomicInteger created = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();

    @SuppressWarnings("NullAway") // set before each test
    private Replicas replicas;

    @BeforeEach
    void install() {
        replicas = new Replicas(PLANE, folder);
        replicas.start();
        replicas.start();
        replicas.register(PLANE.admin());
    }

    @AfterEach
    void uninstall() {
        replicas.close();
        tenant.abandon();
    }

    @Test
    void aRollingUpdateFailsNotOneCreate() throws Exception {
        aMinuteOfPods(() -> {
            for (WebhookProcess old : replicas.running()) {
                replicas.start();
                replicas.end(old);
            }
        });
        assertEquals(0, failures.get());
        allAreThereAndLimited();
    }

    @Test
    void aKilledReplicaAndARestartOfTheApiServerCostNoPodAndNoLimit() throws Exception {
        aMinuteOfPods(() -> {
            replicas.killOne();
            Await.until("half of them are there", PATIENCE, () -> created.get() > PODS / 2);
            PLANE.component("stop", "kube-apiserver");
            PLANE.component("start", "kube-apiserver");
        });
        allAreThereAndLimited();
    }

    /** Each pod is begun at its time, whatever has become of those before. */
    private void aMinuteOfPods(Runnable event) throws ExecutionException, InterruptedException {
        long start = System.nanoTime();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = IntStream.range(0, PODS)
                    .<Future<?>>mapToObj(i -> clients.submit(
                            () -> create(i, start + i * Duration.ofSeconds(1).toNanos() / PER_SECOND)))
                    .toList();
            Await.until("a quarter of them are there", PATIENCE, () -> created.get() > PODS / 4);
            event.run();
            for (Future<?> each : all) {
                each.get();
            }
        }
        System.out.printf(
                "availability: %d pods in %.1f s (goal: 60 s), %d attempts failed%n",
                PODS, (System.nanoTime() - start) / 1e9, failures.get());
    }

    /** As a controller does it: again after a second, until the pod is there. */
    private void create(int i, long when) {
        long next = when;
        do {
            LockSupport.parkNanos(next - System.nanoTime());
            next = System.nanoTime() + Duration.ofSeconds(1).toNanos();
        } while (!isCreated("pod-" + i, "gpumem=" + (600 + i % 7)) && System.nanoTime() - when < PATIENCE.toNanos());
    }

    private boolean isCreated(String name, String limits) {
        try {
            tenant.createGated(name, limits);
        } catch (KubernetesClientException e) {
            if (e.getCode() != 409) {
                failures.incrementAndGet();
                return false;
            }
        }
        created.incrementAndGet();
        return true;
    }

    private void allAreThereAndLimited() {
        List<Pod> found = tenant.pods().list().getItems();
        assertEquals(PODS, found.size());
        assertEquals(
                List.of(), found.stream().filter(pod -> !tenant.rewritten(pod)).toList());
    }
}
