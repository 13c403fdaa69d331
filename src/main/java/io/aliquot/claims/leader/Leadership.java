package io.aliquot.claims.leader;

import io.aliquot.log.LogLine;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Does the duties while this replica holds the Lease. Duties are made anew for each term, so that nothing seen in an
 * earlier one counts.
 */
public final class Leadership implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Leadership.class);
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Duration RENEW = Duration.ofSeconds(10);
    private static final Duration RETRY = Duration.ofSeconds(2);

    private final KubernetesClient client;
    private final LeaderLease lock;
    private final Supplier<List<Duty>> duties;
    private final ScheduledExecutorService elections = executor("leader-election");
    private Optional<ScheduledExecutorService> term = Optional.empty();
    private volatile boolean closed;
    private volatile @Nullable CompletableFuture<?> election;

    /** {@code identity} names this replica in the Lease {@code namespace}/{@code name}. */
    public Leadership(
            KubernetesClient client, String namespace, String name, String identity, Supplier<List<Duty>> duties) {
        this.client = client;
        this.lock = new LeaderLease(namespace, name, identity);
        this.duties = duties;
    }

    /** Stands for election until closed. */
    public Leadership start() {
        elections.execute(this::elect);
        return this;
    }

    /** Whether this replica leads at the moment. */
    public synchronized boolean leads() {
        return term.isPresent();
    }

    private void elect() {
        if (closed) {
            return;
        }
        LeaderCallbacks callbacks = new LeaderCallbacks(this::begin, this::end, leader -> {});
        LeaderElectionConfig config =
                new LeaderElectionConfig(lock, LEASE, RENEW, RETRY, callbacks, true, lock.describe());
        CompletableFuture<?> running =
                client.leaderElector().withConfig(config).build().start();
        election = running;
        var unused = running.whenComplete((nothing, failure) -> {
            end();
            if (!closed) {
                var unusedToo = elections.schedule(this::elect, RETRY.toMillis(), TimeUnit.MILLISECONDS);
            }
        });
    }

    private synchronized void begin() {
        if (closed || term.isPresent()) {
            return;
        }
        LOG.info(LogLine.event("leading").with("lease", lock.describe()));
        ScheduledExecutorService clock = executor("leader-duties");
        for (Duty duty : duties.get()) {
            long millis = duty.every().toMillis();
            var unused = clock.scheduleWithFixedDelay(() -> once(duty), 0, millis, TimeUnit.MILLISECONDS);
        }
        term = Optional.of(clock);
    }

    private static void once(Duty duty) {
        try {
            duty.work().run();
        } catch (RuntimeException e) {
            LOG.warn(LogLine.event("duty-failed").with("duty", duty.name()), e);
        }
    }

    private synchronized void end() {
        term.ifPresent(clock -> {
            clock.shutdownNow();
            LOG.info(LogLine.event("not-leading").with("lease", lock.describe()));
        });
        term = Optional.empty();
    }

    private static ScheduledExecutorService executor(String name) {
        return Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name(name).factory());
    }

    /** Gives the Lease back, so that another replica need not wait for its end. */
    @Override
    public void close() {
        closed = true;
        CompletableFuture<?> running = election;
        if (running != null) {
            running.cancel(true);
        }
        end();
        elections.shutdown();
    }
}
