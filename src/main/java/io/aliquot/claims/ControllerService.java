package io.aliquot.claims;

import io.aliquot.config.CurrentMapping;
import io.aliquot.config.Settings;
import io.aliquot.log.LogLine;
import io.aliquot.metrics.AllocationMetrics;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.logging.Logger;

/**
 * Runs the controllers when there is a cluster; ready once the watch has read everything and the registration names the
 * CA of what this replica serves.
 */
@Startup
@Readiness
@ApplicationScoped
public class ControllerService implements HealthCheck {
    private static final Logger LOG = Logger.getLogger(ControllerService.class);
    private static final long EVERY_SECONDS = 10;

    private final Connection connection;
    private final Cluster cluster;
    private final Optional<Controllers> controllers;
    private final AllocationFigures figures;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("controllers").factory());
    private volatile boolean synced;
    /** Why the API server does not trust this replica yet; empty once it does. */
    private volatile Optional<String> untrusted = Optional.empty();

    public ControllerService(
            Settings settings,
            CurrentMapping current,
            Connection connection,
            Templates templates,
            Cluster cluster,
            AllocationMetrics metrics) {
        this.connection = connection;
        this.cluster = cluster;
        this.figures = new AllocationFigures(metrics);
        this.controllers = connection
                .client()
                .flatMap(client -> connection
                        .watch()
                        .map(watch -> new Controllers(
                                        client,
                                        watch,
                                        settings,
                                        current,
                                        new TemplateMaker(templates),
                                        Identity.of(client))
                                .start()));
        controllers.ifPresent(present -> {
            untrusted = Optional.of("it has not been looked yet whether the registration names the CA of this replica");
            clock.execute(() -> lookForTrust(present));
            var unused =
                    clock.scheduleWithFixedDelay(() -> look(present), EVERY_SECONDS, EVERY_SECONDS, TimeUnit.SECONDS);
        });
    }

    private void look(Controllers present) {
        try {
            figures.show(present.allocation());
            cluster.obstacle().ifPresent(present::tellObstacle);
        } catch (RuntimeException e) {
            LOG.warn(LogLine.event("defect").with("where", "controllers"), e);
        }
    }

    /** Again every second until it is there; what comes later is the leader's duty. */
    private void lookForTrust(Controllers present) {
        try {
            untrusted = present.trusted()
                    ? Optional.empty()
                    : Optional.of("somebody else has changed the registration at the same time");
        } catch (RuntimeException e) {
            untrusted = Optional.of("the registration must name the CA of this replica: " + e.getMessage());
            LOG.warn(LogLine.event("trust-waits").with("message", String.valueOf(e.getMessage())));
        }
        if (untrusted.isPresent()) {
            var unused = clock.schedule(() -> lookForTrust(present), 1, TimeUnit.SECONDS);
        }
    }

    /** Once so it stays so: a watch that begins anew must not take the webhook out of service. */
    @Override
    public HealthCheckResponse call() {
        synced |= connection.watch().map(watch -> watch.synced()).orElse(true);
        HealthCheckResponseBuilder health =
                HealthCheckResponse.named("controllers").status(synced && untrusted.isEmpty());
        connection
                .watch()
                .filter(watch -> !synced)
                .ifPresent(watch -> health.withData("unread", String.join(", ", watch.unsynced())));
        untrusted.ifPresent(why -> health.withData("untrusted", why));
        controllers.ifPresent(present -> {
            health.withData("leader", present.leads());
            List<String> neighbours = present.neighbours();
            for (int i = 0; i < neighbours.size(); i++) {
                health.withData("warning" + (i + 1), neighbours.get(i));
            }
        });
        return health.build();
    }

    @PreDestroy
    void close() {
        clock.shutdownNow();
        controllers.ifPresent(Controllers::close);
    }
}
