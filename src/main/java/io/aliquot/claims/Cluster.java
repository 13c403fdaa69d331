package io.aliquot.claims;

import io.aliquot.config.CurrentMapping;
import io.aliquot.config.Settings;
import io.aliquot.metrics.Series;
import io.fabric8.kubernetes.client.Config;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Chooses where templates go: the cluster, or memory when there is none. */
@Startup
@ApplicationScoped
public class Cluster {
    private static final long UNTIL_PASSED_MILLIS = 2_000;
    private static final long AFTERWARDS_MILLIS = 60_000;

    private final Templates templates;
    private final Optional<ApiServer> api;
    private final Optional<ClusterReadiness> readiness;

    public Cluster(Settings settings, CurrentMapping current, Series series) {
        api = switch (settings.templates()) {
            case KUBERNETES -> Optional.of(ApiServer.connect(Config.autoConfigure(null)));
            case MEMORY -> Optional.empty();
        };
        templates = api.<Templates>map(server -> new KubernetesTemplates(server, KnownTemplates.NONE, series))
                .orElseGet(() -> new MemoryTemplates(series, System.out));
        readiness = api.map(server -> new Preflight(server, current.mapping().vendors()))
                .map(preflight -> new ClusterReadiness(preflight::run, UNTIL_PASSED_MILLIS, AFTERWARDS_MILLIS).start());
    }

    @Produces
    @ApplicationScoped
    Templates templates() {
        return templates;
    }

    @Produces
    @Readiness
    @ApplicationScoped
    HealthCheck health() {
        HealthCheckResponse none = HealthCheckResponse.named("cluster")
                .withData("templates", "memory")
                .up()
                .build();
        return () -> readiness.map(ClusterReadiness::health).orElse(none);
    }

    @PreDestroy
    void close() {
        readiness.ifPresent(ClusterReadiness::close);
        api.ifPresent(ApiServer::close);
    }
}
