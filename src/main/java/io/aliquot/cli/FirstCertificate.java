package io.aliquot.cli;

import io.aliquot.log.LogLine;
import io.aliquot.tls.CertificateFiles;
import io.aliquot.tls.own.CertificateKeeper;
import io.aliquot.tls.own.OwnCertificate;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jboss.logging.Logger;

/** The certificate of the Secret, before the server starts. Apart from its options for the reason of {@link ApiClient}. */
final class FirstCertificate {
    private static final Logger LOG = Logger.getLogger(FirstCertificate.class);
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private FirstCertificate() {}

    /**
     * Waits until the API server answers and there is a certificate.
     *
     * @param wanted from the own namespace, empty outside a cluster, to what is wanted
     */
    static CertificateFiles await(Function<Optional<String>, OwnCertificate> wanted)
            throws IOException, GeneralSecurityException {
        try (KubernetesClient client = ApiClient.connect()) {
            OwnCertificate own = wanted.apply(Optional.ofNullable(client.getNamespace()));
            CertificateKeeper keeper = own.keeper(client, Clock.systemUTC());
            while (!looked(keeper)) {
                pause();
            }
            return keeper.files();
        }
    }

    private static boolean looked(CertificateKeeper keeper) throws IOException, GeneralSecurityException {
        try {
            keeper.look();
            return true;
        } catch (KubernetesClientException e) {
            LOG.warn(LogLine.event("certificate-waits").with("message", String.valueOf(e.getMessage())));
            return false;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(AGAIN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("ended while it waited for the API server", e);
        }
    }
}
