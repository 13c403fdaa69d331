package io.aliquot.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A certificate of our own making, kept in a folder and used again as long as it is good. */
public final class SelfSigned {
    private static final Duration LIFE = Duration.ofDays(365);

    private final Clock clock;

    public SelfSigned(Clock clock) {
        this.clock = clock;
    }

    /**
     * Sees to it that {@code directory} holds a CA, a serving certificate for exactly {@code names} (DNS names and IP
     * addresses) and its key, all readable by the owner alone. Files that are there stay when they name the same hosts
     * and have more than a third of their life left.
     */
    public CertificateFiles ensure(Path directory, List<String> names) throws IOException, GeneralSecurityException {
        CertificateFiles files = CertificateFiles.in(directory);
        if (isGood(files, names)) {
            return files;
        }
        Files.createDirectories(directory);
        Issuer authority = Issuer.create(clock.instant(), LIFE);
        Issued issued = authority.issue(names, clock.instant(), LIFE);
        PrivateFile.write(files.authority(), Pem.of(authority.certificate()));
        PrivateFile.write(files.key(), Pem.of(issued.key()));
        PrivateFile.write(files.certificate(), Pem.of(issued.certificate()));
        return files;
    }

    private boolean isGood(CertificateFiles files, List<String> names) {
        try {
            if (!Files.isReadable(files.key()) || !Files.isReadable(files.authority())) {
                return false;
            }
            X509Certificate certificate = Pem.certificate(files.certificate());
            certificate.verify(Pem.certificate(files.authority()).getPublicKey());
            Instant renewal = certificate.getNotAfter().toInstant().minus(LIFE.dividedBy(3));
            return clock.instant().isBefore(renewal) && Names.of(certificate).equals(Names.sorted(names));
        } catch (IOException | GeneralSecurityException e) {
            return false;
        }
    }
}
