package io.aliquot.tls;

import io.aliquot.config.Settings;
import io.aliquot.metrics.Series;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;

/** Exports how long the certificate on disk, which the server reloads when it changes, is still valid. */
@Startup
@ApplicationScoped
public class CertificateExpiry {
    public CertificateExpiry(Settings settings, Series series) {
        settings.certificate().ifPresent(file -> series.certificateExpiry(() -> left(file)));
    }

    private static Duration left(Path file) {
        try {
            return Duration.between(
                    Instant.now(), Pem.certificate(file).getNotAfter().toInstant());
        } catch (IOException | GeneralSecurityException e) {
            return Duration.ZERO;
        }
    }
}
