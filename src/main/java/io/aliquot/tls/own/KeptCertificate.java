package io.aliquot.tls.own;

import io.aliquot.config.Settings;
import io.aliquot.log.LogLine;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.quarkus.runtime.Startup;
import io.quarkus.tls.CertificateUpdatedEvent;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Looks after the certificate while the server runs, and has the server take a new one at once. */
@Startup
@ApplicationScoped
public class KeptCertificate {
    private static final Logger LOG = Logger.getLogger(KeptCertificate.class);
    private static final String TLS = "webhook";

    private final TlsConfigurationRegistry registry;
    private final Event<CertificateUpdatedEvent> updated;
    private final Optional<KubernetesClient> client;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("certificate").factory());

    public KeptCertificate(
            Settings settings, TlsConfigurationRegistry registry, Event<CertificateUpdatedEvent> updated) {
        this.registry = registry;
        this.updated = updated;
        Optional<OwnCertificate> own = OwnCertificate.of(settings);
        this.client = own.map(unused -> new KubernetesClientBuilder().build());
        client.ifPresent(connected -> own.ifPresent(certificate -> {
            CertificateKeeper keeper = certificate.keeper(connected, Clock.systemUTC());
            long millis = settings.certificateLook().toMillis();
            var unused = clock.scheduleWithFixedDelay(() -> look(keeper), 0, millis, TimeUnit.MILLISECONDS);
        }));
    }

    private void look(CertificateKeeper keeper) {
        try {
            if (keeper.look()) {
                reload();
            }
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            LOG.warn(LogLine.event("certificate-not-kept").with("message", e));
        }
    }

    private void reload() {
        TlsConfiguration configuration = registry.get(TLS).orElseThrow();
        if (configuration.reload()) {
            updated.fire(new CertificateUpdatedEvent(TLS, configuration));
        }
    }

    @PreDestroy
    void close() {
        clock.shutdownNow();
        client.ifPresent(KubernetesClient::close);
    }
}
