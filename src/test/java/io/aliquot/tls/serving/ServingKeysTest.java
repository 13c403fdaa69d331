package io.aliquot.tls.serving;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.aliquot.tls.CertificateFiles;
import io.aliquot.tls.SelfSigned;
import io.aliquot.tls.ServingPair;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServingKeysTest {
    @TempDir
    private Path folder = Path.of("");

    private ServingPair issue(String name) throws Exception {
        Path directory = Files.createDirectory(folder.resolve(name));
        CertificateFiles files = new SelfSigned(Clock.systemUTC()).ensure(directory, List.of("localhost"));
        return ServingPair.read(files.certificate(), files.key());
    }

    private static String alias(ServingKeys keys) {
        return Objects.requireNonNull(keys.chooseEngineServerAlias("EC", null, null));
    }

    private static void assertShows(ServingPair pair, ServingKeys keys, String alias) {
        assertArrayEquals(pair.chain().toArray(X509Certificate[]::new), keys.getCertificateChain(alias));
        assertEquals(pair.key(), keys.getPrivateKey(alias));
    }

    @Test
    void aHandshakeEndsWithThePairThatItBeganWith() throws Exception {
        ServingPair first = issue("first");
        ServingPair second = issue("second");
        ServingKeys keys = new ServingKeys(first);
        String before = alias(keys);
        keys.use(second);
        String after = alias(keys);
        assertShows(first, keys, before);
        assertShows(second, keys, after);
        assertEquals(second, keys.current());
        assertNotEquals(before, after);
    }

    @Test
    void aClientThatCannotUseTheKeyGetsNone() throws Exception {
        assertNull(new ServingKeys(issue("only")).chooseEngineServerAlias("RSA", null, null));
    }
}
