package io.aliquot.claims;

import io.aliquot.claims.watch.ClusterWatch;
import io.aliquot.config.Settings;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** The client for everything that no review waits for, and the watch of the cluster; nothing without a cluster. */
@ApplicationScoped
public class Connection {
    private final Optional<KubernetesClient> client;
    private final Optional<ClusterWatch> watch;

    public Connection(Settings settings) {
        client = switch (settings.templates()) {
            case KUBERNETES -> Optional.of(new KubernetesClientBuilder().build());
            case MEMORY -> Optional.empty();
        };
        watch = client.map(connected -> new ClusterWatch(connected).start());
    }

    public Optional<KubernetesClient> client() {
        return client;
    }

    public Optional<ClusterWatch> watch() {
        return watch;
    }

    @PreDestroy
    void close() {
        watch.ifPresent(ClusterWatch::close);
        client.ifPresent(KubernetesClient::close);
    }
}
