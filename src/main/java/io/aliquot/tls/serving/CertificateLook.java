package io.aliquot.tls.serving;

import io.aliquot.config.Settings;
import io.aliquot.log.LogLine;
import io.aliquot.metrics.Series;
import io.aliquot.tls.own.CertificateKeeper;
import io.aliquot.tls.own.OwnCertificate;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.quarkus.runtime.Startup;
import io.smallrye.common.annotation.Identifier;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Looks after the certificate while the server runs. One thread keeps one of our own, where there is one, and then has the
 * server show what is in the files: it never reads what it is still writing.
 */
@Startup
@ApplicationScoped
public class CertificateLook {
    private static final Logger LOG = Logger.getLogger(CertificateLook.class);

    private final ServedPair served;
    private final Optional<KubernetesClient> client;
    private final Optional<CertificateKeeper> keeper;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("certificate").factory());

    public CertificateLook(
            Settings settings, @Identifier(ServedPair.TLS_CONFIGURATION) ServedPair served, Series series) {
        this.served = served;
        Optional<OwnCertificate> own = OwnCertificate.of(settings);
        client = own.map(unused -> new KubernetesClientBuilder().build());
        keeper = own.flatMap(each -> client.map(connected -> each.keeper(connected, Clock.systemUTC())));
        series.certificateExpiry(() -> Duration.between(Instant.now(), served.until()));
        long millis = settings.certificateLook().toMillis();
        var unused = clock.scheduleWithFixedDelay(this::look, 0, millis, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            if (keeper.isPresent()) {
                keeper.get().look();
            }
            served.look();
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            LOG.warn(LogLine.event("certificate-not-kept").with("message", e));
        }
    }

    @PreDestroy
    void close() {
        clock.shutdownNow();
        client.ifPresent(KubernetesClient::close);
    }
}
