package io.aliquot.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
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

    private String fault(Path chain, Path key) {
        return ServingPair.fault(chain, key).orElse("");
    }

    private Path file(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void aCertificateAndItsKeyBelongTogether() {
        assertEquals(Optional.empty(), ServingPair.fault(ours.certificate(), ours.key()));
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
        for (Path chain : List.of(garbage, file("nothing.pem", ""), folder, ours.key())) {
            assertEquals(chain + " is no certificate in PEM", fault(chain, ours.key()));
        }
    }
}
