package io.aliquot.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SelfSignedTest {
    private static final List<String> NAMES = List.of("localhost", "127.0.0.1", "::1", "aliquot.gpu.svc");

    @TempDir
    private Path directory = Path.of("");

    @Test
    void the_certificate_is_valid_under_its_authority_for_all_names() throws Exception {
        CertificateFiles files = ensure(Duration.ZERO, NAMES);
        X509Certificate certificate = Pem.certificate(files.certificate());
        PKIXParameters trust = new PKIXParameters(Set.of(new TrustAnchor(Pem.certificate(files.authority()), null)));
        trust.setRevocationEnabled(false);
        CertPathValidator.getInstance("PKIX")
                .validate(CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate)), trust);
        assertEquals(Names.sorted(NAMES), Names.of(certificate));
        assertEquals("EC", certificate.getPublicKey().getAlgorithm());
        assertEquals(List.of("1.3.6.1.5.5.7.3.1"), certificate.getExtendedKeyUsage());
    }

    @Test
    void only_the_owner_can_read_the_files_and_nothing_else_is_left() throws Exception {
        CertificateFiles files = ensure(Duration.ZERO, NAMES);
        for (Path file : List.of(files.authority(), files.certificate(), files.key())) {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
        try (var all = Files.list(directory)) {
            assertEquals(3, all.count());
        }
    }

    @Test
    void a_restart_uses_the_certificate_again() throws Exception {
        assertEquals(fingerprint(Duration.ZERO, NAMES), fingerprint(Duration.ofDays(200), NAMES));
    }

    @Test
    void other_names_and_old_age_bring_a_new_one() throws Exception {
        String first = fingerprint(Duration.ZERO, NAMES);
        String second = fingerprint(Duration.ZERO, List.of("localhost"));
        assertNotEquals(first, second);
        assertNotEquals(second, fingerprint(Duration.ofDays(300), List.of("localhost")));
    }

    @Test
    void a_broken_file_is_replaced() throws Exception {
        Path certificate = ensure(Duration.ZERO, NAMES).certificate();
        Files.writeString(certificate, "not PEM");
        assertEquals(
                Names.sorted(NAMES),
                Names.of(Pem.certificate(ensure(Duration.ZERO, NAMES).certificate())));
    }

    private String fingerprint(Duration later, List<String> names) throws IOException, GeneralSecurityException {
        return Files.readString(ensure(later, names).certificate());
    }

    private CertificateFiles ensure(Duration later, List<String> names) throws IOException, GeneralSecurityException {
        Clock clock = Clock.fixed(Instant.now().plus(later), ZoneOffset.UTC);
        return new SelfSigned(clock).ensure(directory, names);
    }
}
