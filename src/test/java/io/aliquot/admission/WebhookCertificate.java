package io.aliquot.admission;

import io.aliquot.tls.CertificateFiles;
import io.aliquot.tls.SelfSigned;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.ConfigProvider;

/** Gives a test's server a real certificate of our own making, and memory for templates. */
public final class WebhookCertificate implements QuarkusTestResourceLifecycleManager {
    @Override
    public Map<String, String> start() {
        try {
            CertificateFiles files = new SelfSigned(Clock.systemUTC())
                    .ensure(Files.createTempDirectory("aliquot-tls"), List.of("localhost", "127.0.0.1"));
            return Map.of(
                    "aliquot.certificate", files.certificate().toString(),
                    "aliquot.certificate-key", files.key().toString(),
                    "aliquot.templates", "memory",
                    "test.ca", files.authority().toString());
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void stop() {}

    static Path authority() {
        return Path.of(ConfigProvider.getConfig().getValue("test.ca", String.class));
    }
}
