package io.aliquot.tls.own;

import io.aliquot.log.LogLine;
import io.aliquot.tls.CertificateFiles;
import io.aliquot.tls.Pem;
import io.aliquot.tls.PrivateFile;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jboss.logging.Logger;

/** Keeps the Secret good, and the files of this replica equal to it. */
public final class CertificateKeeper {
    private static final Logger LOG = Logger.getLogger(CertificateKeeper.class);

    private final CertificateSecret secret;
    private final Renewal renewal;
    private final Clock clock;
    private final CertificateFiles files;
    private Optional<Holdings> installed = Optional.empty();

    CertificateKeeper(KubernetesClient client, OwnCertificate own, Clock clock) {
        String namespace = Optional.ofNullable(client.getNamespace()).orElse("default");
        Duration settle = own.lifetimes().settle();
        this.secret = new CertificateSecret(client, namespace, own.secret());
        this.renewal = new Renewal(
                own.names(), own.lifetimes(), new PublishedTrust(client, own.registration(), settle, clock));
        this.clock = clock;
        this.files = CertificateFiles.in(own.folder());
    }

    public CertificateFiles files() {
        return files;
    }

    /** Looks once, and writes the files when they are to change. */
    public void look() throws IOException, GeneralSecurityException {
        Holdings current = agreed();
        if (installed.filter(current::sameAs).isEmpty()) {
            install(current);
            installed = Optional.of(current);
        }
    }

    /** What the Secret holds after whatever had to be done; a replica that comes second takes what the first wrote. */
    private Holdings agreed() throws IOException, GeneralSecurityException {
        while (true) {
            Optional<Secret> present = secret.read();
            Optional<Holdings> held = present.flatMap(each -> Holdings.read(CertificateSecret.data(each)));
            Holdings next = renewal.of(held, clock.instant());
            if (held.filter(next::sameAs).isPresent() || secret.write(present, next.data())) {
                return next;
            }
        }
    }

    /** The trust comes first: nobody may see a certificate that it does not cover. */
    private void install(Holdings holdings) throws IOException, GeneralSecurityException {
        Files.createDirectories(
                Objects.requireNonNull(files.key().toAbsolutePath().getParent()));
        PrivateFile.write(files.authority(), holdings.bundle());
        PrivateFile.write(files.key(), Pem.of(holdings.serving().key()));
        PrivateFile.write(files.certificate(), Pem.of(holdings.serving().certificate()));
        LOG.info(LogLine.event("certificate-installed")
                .with(
                        "serial",
                        holdings.serving().certificate().getSerialNumber().toString(16))
                .with("until", holdings.serving().certificate().getNotAfter().toInstant())
                .with(
                        "authority",
                        holdings.authority().certificate().getSerialNumber().toString(16))
                .with("next", holdings.next().isPresent()));
    }
}
