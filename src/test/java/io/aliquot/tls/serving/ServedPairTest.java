package io.aliquot.tls.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.aliquot.tls.CertificateFiles;
import io.aliquot.tls.Issued;
import io.aliquot.tls.Issuer;
import io.aliquot.tls.Pem;
import io.aliquot.tls.ServingPair;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServedPairTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    @TempDir
    private Path folder = Path.of("");

    private CertificateFiles files = CertificateFiles.in(Path.of(""));

    @BeforeEach
    void writeTheFirst() throws Exception {
        files = CertificateFiles.in(folder);
        write(issue(Duration.ofDays(1)));
    }

    private static Issued issue(Duration life) throws Exception {
        return Issuer.create(NOW, life).issue(List.of("localhost"), NOW, life);
    }

    private void write(Issued issued) throws Exception {
        Files.writeString(files.certificate(), Pem.of(issued.certificate()));
        Files.writeString(files.key(), Pem.of(issued.key()));
    }

    private ServedPair served() throws GeneralSecurityException {
        return new ServedPair(files.certificate(), files.key());
    }

    @Test
    void aChangedPairIsShownFromTheNextLookOn() throws Exception {
        ServedPair served = served();
        ServingPair first = served.current();
        Issued second = issue(Duration.ofDays(2));
        write(second);
        assertEquals(first, served.current());
        served.look();
        assertEquals(second.certificate(), served.current().certificate());
        assertEquals(second.key(), served.current().key());
        assertEquals(NOW.plus(Duration.ofDays(2)), served.until());
    }

    @Test
    void whatCannotServeIsNotShownAndTheLastGoodOneStays() throws Exception {
        ServedPair served = served();
        ServingPair first = served.current();
        Issued second = issue(Duration.ofDays(2));
        String whole = Pem.of(second.certificate());
        for (String wrong : List.of(whole, whole.substring(0, whole.length() / 2), "")) {
            Files.writeString(files.certificate(), wrong);
            served.look();
            assertEquals(first, served.current());
            assertEquals(NOW.plus(Duration.ofDays(1)), served.until());
        }
        Files.delete(files.certificate());
        served.look();
        assertEquals(first, served.current());
        write(second);
        served.look();
        assertNotEquals(first, served.current());
    }

    @Test
    void aServerDoesNotBeginWithWhatCannotServe() throws Exception {
        Files.writeString(files.certificate(), Pem.of(issue(Duration.ofDays(2)).certificate()));
        assertThrows(GeneralSecurityException.class, this::served);
    }
}
