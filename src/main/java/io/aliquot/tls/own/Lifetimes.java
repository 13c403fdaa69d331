package io.aliquot.tls.own;

import io.aliquot.config.Settings;
import io.aliquot.tls.Issuer;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;

/**
 * How long things hold.
 *
 * @param certificate a serving certificate
 * @param authority a CA
 * @param settle how long it takes until every API server uses a changed caBundle
 */
public record Lifetimes(Duration certificate, Duration authority, Duration settle) {
    /** As the command line passes them. */
    public static Lifetimes of(Settings settings) {
        return new Lifetimes(
                settings.certificateLifetime(), settings.authorityLifetime(), settings.certificateSettle());
    }

    /** After this time nobody serves a certificate of the CA before any more. */
    public Duration handover() {
        return settle.multipliedBy(10);
    }

    /** Whether two thirds of a certificate's life are over. */
    static boolean isDue(X509Certificate certificate, Instant now) {
        Instant made = Issuer.madeAt(certificate);
        Duration life = Duration.between(made, certificate.getNotAfter().toInstant());
        return !now.isBefore(made.plus(life.multipliedBy(2).dividedBy(3)));
    }
}
