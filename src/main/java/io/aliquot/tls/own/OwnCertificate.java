package io.aliquot.tls.own;

import io.aliquot.config.Settings;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * How a certificate of our own is kept.
 *
 * @param secret name of the Secret in the client's namespace
 * @param names hosts that the certificate is for
 * @param registration the MutatingWebhookConfiguration whose caBundle the API server trusts
 * @param folder where the files of this replica are
 */
public record OwnCertificate(
        String secret, List<String> names, Lifetimes lifetimes, Optional<String> registration, Path folder) {
    /** Empty when the certificate is somebody else's. */
    public static Optional<OwnCertificate> of(Settings settings) {
        return settings.certificateSecret()
                .map(secret -> new OwnCertificate(
                        secret,
                        settings.certificateNames().orElse(List.of()),
                        Lifetimes.of(settings),
                        settings.registration(),
                        settings.certificateFolder()));
    }

    /** Keeps it through {@code client}. */
    public CertificateKeeper keeper(KubernetesClient client, Clock clock) {
        return new CertificateKeeper(client, this, clock);
    }
}
