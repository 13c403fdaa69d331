package io.aliquot.claims;

import io.aliquot.claims.PreflightResult.Finding;
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
 * Repeats the preflight in the background, often while it does not pass and now and again while it does. Ready once it
 * has passed, and from then on for good: an API server that is away for a moment must not take the webhook out of
 * service as well. What several looks in a row have found broken is in force: pods are then refused, with the reason.
 */
final class ClusterReadiness implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(ClusterReadiness.class);
    private static final PreflightResult PENDING =
            new PreflightResult(new Finding.Unknown("the preflight has not finished yet"), List.of());
    /** One of several API servers may be behind the others while they are upgraded. */
    private static final int LOOKS_UNTIL_IN_FORCE = 3;

    private final Supplier<PreflightResult> preflight;
    private final long soonMillis;
    private final long laterMillis;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("preflight").factory());
    private volatile PreflightResult latest = PENDING;
    private volatile boolean passed;
    private volatile Optional<String> inForce = Optional.empty();
    private int brokenInARow;

    ClusterReadiness(Supplier<PreflightResult> preflight, long soonMillis, long laterMillis) {
        this.preflight = preflight;
        this.soonMillis = soonMillis;
        this.laterMillis = laterMillis;
    }

    ClusterReadiness start() {
        clock.execute(() -> {
            look();
            lookAgain();
        });
        return this;
    }

    private void lookAgain() {
        if (!clock.isShutdown()) {
            long millis = latest.obstacle().isEmpty() ? laterMillis : soonMillis;
            var unused = clock.schedule(
                    () -> {
                        look();
                        lookAgain();
                    },
                    millis,
                    TimeUnit.MILLISECONDS);
        }
    }

    /** Does the preflight once. */
    void look() {
        PreflightResult result = attempt();
        if (!result.equals(latest)) {
            report(result);
        }
        latest = result;
        switch (result.finding()) {
            case Finding.Works() -> {
                passed = true;
                brokenInARow = 0;
                inForce = Optional.empty();
            }
            case Finding.Broken(String why) -> {
                brokenInARow++;
                if (brokenInARow >= LOOKS_UNTIL_IN_FORCE) {
                    inForce = Optional.of(why);
                }
            }
            case Finding.Unknown unknown -> {
                // Says nothing about claims.
            }
        }
    }

    private PreflightResult attempt() {
        try {
            return preflight.get();
        } catch (RuntimeException e) {
            LOG.warn(LogLine.event("preflight-failed"), e);
            return new PreflightResult(new Finding.Unknown("the preflight failed: " + e.getMessage()), List.of());
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

    /** Why no pod may be let pass at present. */
    Optional<String> inForce() {
        return inForce;
    }

    HealthCheckResponse health() {
        PreflightResult result = latest;
        HealthCheckResponseBuilder health = HealthCheckResponse.named("cluster").status(passed);
        result.obstacle().ifPresent(obstacle -> health.withData("obstacle", obstacle));
        health.withData("refusing", inForce.isPresent());
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
