package io.aliquot.claims;

import io.aliquot.log.LogLine;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.jboss.logging.Logger;

/**
 * Repeats the preflight in the background, often until it passes and then now and again. Once passed it stays so: an
 * API server that is away for a moment must not take the webhook out of service as well.
 */
final class ClusterReadiness implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(ClusterReadiness.class);
    private static final PreflightResult PENDING =
            new PreflightResult(Optional.of("the preflight has not finished yet"), List.of());

    private final Supplier<PreflightResult> preflight;
    private final long untilPassedMillis;
    private final long afterwardsMillis;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("preflight").factory());
    private volatile PreflightResult latest = PENDING;
    private volatile boolean passed;

    ClusterReadiness(Supplier<PreflightResult> preflight, long untilPassedMillis, long afterwardsMillis) {
        this.preflight = preflight;
        this.untilPassedMillis = untilPassedMillis;
        this.afterwardsMillis = afterwardsMillis;
    }

    ClusterReadiness start() {
        clock.execute(this::check);
        return this;
    }

    private void check() {
        PreflightResult result = attempt();
        if (!result.equals(latest)) {
            report(result);
        }
        latest = result;
        passed |= result.obstacle().isEmpty();
        if (!clock.isShutdown()) {
            var unused =
                    clock.schedule(this::check, passed ? afterwardsMillis : untilPassedMillis, TimeUnit.MILLISECONDS);
        }
    }

    private PreflightResult attempt() {
        try {
            return preflight.get();
        } catch (RuntimeException e) {
            LOG.warn(LogLine.event("preflight-failed"), e);
            return new PreflightResult(Optional.of("the preflight failed: " + e.getMessage()), List.of());
        }
    }

    private static void report(PreflightResult result) {
        LogLine line =
                LogLine.event("preflight").with("passed", result.obstacle().isEmpty());
        result.obstacle().ifPresent(obstacle -> line.with("obstacle", obstacle));
        if (!result.warnings().isEmpty()) {
            line.with("warnings", String.join("; ", result.warnings()));
        }
        LOG.log(
                result.obstacle().isEmpty() && result.warnings().isEmpty() ? Logger.Level.INFO : Logger.Level.WARN,
                line);
    }

    /** The obstacle that was found last; empty before the first attempt has ended. */
    Optional<String> obstacle() {
        PreflightResult result = latest;
        return result.equals(PENDING) ? Optional.empty() : result.obstacle();
    }

    HealthCheckResponse health() {
        PreflightResult result = latest;
        HealthCheckResponseBuilder health = HealthCheckResponse.named("cluster").status(passed);
        result.obstacle().ifPresent(obstacle -> health.withData("obstacle", obstacle));
        for (int i = 0; i < result.warnings().size(); i++) {
            health.withData("warning" + (i + 1), result.warnings().get(i));
        }
        return health.build();
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
