package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A minute of pods, 50 in each second, while two replicas are replaced, one is killed, and the API server restarted.
 * A machine that is too slow for that gets fewer pods, not later answers: what fails here is never a time.
 */
@Tag("e2e")
class AvailabilityIT {
    private static final int PER_SECOND = 50;
    private static final int AT_ONCE = 10;
    private static final int A_WHILE = 5 * PER_SECOND;
    private static final Duration QUARTER = Duration.ofSeconds(15);
    private static final Duration MINUTE = QUARTER.multipliedBy(4);
    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofMinutes(8);
    private static final ControlPlane PLANE = ControlPlane.shared();

    @TempDir
    private Path folder = Path.of("");

    private final Tenant tenant = new Tenant(PLANE);
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger created = new AtomicInteger();
    private final Semaphore free = new Semaphore(AT_ONCE);

    /** Nobody tries again once the test has failed. */
    private final AtomicBoolean over = new AtomicBoolean();

    private final Queue<String> failures = new ConcurrentLinkedQueue<>();

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
    void aRollingUpdateFailsNotOneCreateAndWhatDiesCostsNoPodAndNoLimit() {
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
                ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor()) {
            try {
                aMinute(clients, clock);
            } finally {
                over.set(true);
            }
        }
        allAreThereAndLimited();
    }

    private void aMinute(ExecutorService clients, ScheduledExecutorService clock) {
        long start = System.nanoTime();
        Future<?> pace = clock.scheduleAtFixedRate(
                () -> begin(clients), 0, TimeUnit.SECONDS.toNanos(1) / PER_SECOND, TimeUnit.NANOSECONDS);
        Await.until("a quarter of a minute is over", PATIENCE, () -> isOver(start, QUARTER));
        awaitMore("pods are created by the old ones");
        rollingUpdate();
        assertEquals(List.of(), List.copyOf(failures));
        replicas.killOne();
        awaitMore("pods are created by the one that is left");
        int ofTheKill = failures.size();
        PLANE.component("stop", "kube-apiserver");
        PLANE.component("start", "kube-apiserver");
        awaitMore("pods are created by the new API server");
        Await.until("a minute is over", PATIENCE, () -> isOver(start, MINUTE));
        pace.cancel(false);
        Await.until("all pods are there", PATIENCE, () -> free.tryAcquire(AT_ONCE));
        System.out.printf(
                "availability: %d pods in %.1f s (goal: 50 a second); attempts failed: 0 in a rolling update,"
                        + " %d when a replica was killed, %d when the API server was restarted%n",
                created.get(), (System.nanoTime() - start) / 1e9, ofTheKill, failures.size() - ofTheKill);
    }

    private static boolean isOver(long start, Duration time) {
        return System.nanoTime() - start >= time.toNanos();
    }

    /** Not without a bound: an API server that is late once would be flooded by attempts for ever. */
    private void begin(ExecutorService clients) {
        if (free.tryAcquire()) {
            int i = begun.getAndIncrement();
            clients.execute(() -> {
                try {
                    create(i);
                } finally {
                    free.release();
                }
            });
        }
    }

    private void awaitMore(String what) {
        int enough = created.get() + A_WHILE;
        Await.until(what, PATIENCE, () -> created.get() >= enough);
    }

    private void rollingUpdate() {
        for (WebhookProcess old : replicas.running()) {
            replicas.start();
            replicas.end(old);
        }
        awaitMore("pods are created by the new ones");
    }

    /** As a controller does it: again after a second, until the pod is there. */
    private void create(int i) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!over.get() && !isCreated("pod-" + i, "gpumem=" + (600 + i % 7)) && System.nanoTime() < end) {
            LockSupport.parkNanos(AGAIN.toNanos());
        }
    }

    private boolean isCreated(String name, String limits) {
        try {
            tenant.createGated(name, limits);
        } catch (KubernetesClientException e) {
            if (e.getCode() != 409) {
                failures.add(String.valueOf(e.getMessage()));
                return false;
            }
        }
        created.incrementAndGet();
        return true;
    }

    private void allAreThereAndLimited() {
        List<Pod> found = tenant.pods().list().getItems();
        assertEquals(begun.get(), created.get());
        assertEquals(begun.get(), found.size());
        assertEquals(
                List.of(), found.stream().filter(pod -> !tenant.rewritten(pod)).toList());
    }
}
