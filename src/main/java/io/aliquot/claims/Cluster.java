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
    private static final long SOON_MILLIS = 2_000;
    private static final long LATER_MILLIS = 20_000;

    private final Templates templates;
    private final Optional<ApiServer> api;
    private final Optional<ClusterReadiness> readiness;

    public Cluster(Settings settings, CurrentMapping current, Series series, Connection connection) {
        api = switch (settings.templates()) {
            case KUBERNETES -> Optional.of(ApiServer.connect(Config.autoConfigure(null)));
            case MEMORY -> Optional.empty();
        };
        Optional<ClusterReadiness> looks = api.map(server -> new ClusterReadiness(
                        () -> new Preflight(server, current.mapping()).run(), SOON_MILLIS, LATER_MILLIS)
                .start());
        series.preflight(() -> looks.flatMap(ClusterReadiness::obstacle).isEmpty());
        templates = api.<Templates>map(server -> new KubernetesTemplates(
                        server, known(connection), () -> looks.flatMap(ClusterReadiness::inForce), series))
                .orElseGet(() -> new MemoryTemplates(series, System.out));
        readiness = looks;
    }

    private static KnownTemplates known(Connection connection) {
        return connection.watch().<KnownTemplates>map(WatchedTemplates::new).orElse(KnownTemplates.NONE);
    }

    /** Why claims do not work in this cluster; empty when they do, or when it is not known yet. */
    public Optional<String> obstacle() {
        return readiness.flatMap(ClusterReadiness::obstacle);
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
