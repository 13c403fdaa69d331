package io.aliquot.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServingPairTest {
    @TempDir
    private Path folder = Path.of("");

    private CertificateFiles ours = CertificateFiles.in(Path.of(""));

    @BeforeEach
    void issue() throws Exception {
        Path directory = Files.createDirectory(folder.resolve("ours"));
        ours = new SelfSigned(Clock.systemUTC()).ensure(directory, List.of("localhost"));
    }

    private static String fault(Path chain, Path key) {
        return String.valueOf(assertThrows(GeneralSecurityException.class, () -> ServingPair.read(chain, key))
                .getMessage());
    }

    private Path file(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void aCertificateAndItsKeyBelongTogether() throws Exception {
        assertEquals(
                Pem.certificate(ours.certificate()),
                ServingPair.read(ours.certificate(), ours.key()).certificate());
    }

    @Test
    void allCertificatesOfTheFileAreServedAndOtherTextInItDoesNotMatter() throws Exception {
        String own = Files.readString(ours.certificate());
        String authority = Files.readString(ours.authority());
        String text = "für localhost\n" + own + Files.readString(ours.key()) + "its CA\n" + authority;
        Path both = Files.writeString(folder.resolve("both.pem"), text, StandardCharsets.ISO_8859_1);
        assertEquals(
                List.of(Pem.certificate(own), Pem.certificate(authority)),
                ServingPair.read(both, both).chain());
    }

    @Test
    void aFileThatIsCutOffIsNoCertificateOrNoKey() throws Exception {
        for (Path whole : List.of(ours.certificate(), ours.key())) {
            String text = Files.readString(whole).strip();
            for (int length = 0; length < text.length(); length++) {
                Path cut = file("cut.pem", text.substring(0, length));
                Path chain = whole.equals(ours.key()) ? ours.certificate() : cut;
                Path key = whole.equals(ours.key()) ? cut : ours.key();
                assertTrue(fault(chain, key).startsWith(cut + " is no "), () -> "of " + text);
            }
        }
    }

    @Test
    void anotherKeyDoesNot() throws Exception {
        Path directory = Files.createDirectory(folder.resolve("other"));
        CertificateFiles other = new SelfSigned(Clock.systemUTC()).ensure(directory, List.of("localhost"));
        assertTrue(fault(ours.certificate(), other.key()).contains("is not the key of the certificate"));
        KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
        Path key = file("rsa.pem", Pem.of(rsa.generateKeyPair().getPrivate()));
        assertTrue(fault(ours.certificate(), key).contains("is not the key of the certificate"));
    }

    @Test
    void otherFormsOfKeysAreToldHowToBecomeTheRightOne() throws Exception {
        String text = Files.readString(ours.key(), StandardCharsets.US_ASCII);
        for (String form : List.of("EC PRIVATE KEY", "RSA PRIVATE KEY", "ENCRYPTED PRIVATE KEY")) {
            Path key = file("key.pem", text.replace("PRIVATE KEY", form));
            assertTrue(fault(ours.certificate(), key).contains("openssl pkcs8 -topk8 -nocrypt"), form);
        }
        assertTrue(fault(ours.certificate(), file("empty.pem", "")).contains("PKCS #8"));
        assertTrue(fault(ours.certificate(), folder).contains("cannot be read"));
    }

    @Test
    void whatIsNoCertificateIsNamed() throws Exception {
        Path garbage = file("garbage.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        for (Path chain : List.of(garbage, file("nothing.pem", ""), ours.key())) {
            assertEquals(chain + " is no certificate in PEM", fault(chain, ours.key()));
        }
        assertEquals(folder + " cannot be read", fault(folder, ours.key()));
    }
}
