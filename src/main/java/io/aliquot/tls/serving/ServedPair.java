package io.aliquot.tls.serving;

import io.aliquot.config.Settings;
import io.aliquot.log.LogLine;
import io.aliquot.tls.ServingPair;
import io.quarkus.tls.runtime.KeyStoreAndKeyCertOptions;
import io.quarkus.tls.runtime.KeyStoreProvider;
import io.smallrye.common.annotation.Identifier;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import org.jboss.logging.Logger;

/**
 * The pair that the TLS port shows: the one in the files, or the last good one. The server asks for it in each handshake,
 * so that a change closes no connection.
 */
@Singleton
@Identifier(ServedPair.TLS_CONFIGURATION)
public final class ServedPair implements KeyStoreProvider {
    static final String TLS_CONFIGURATION = "webhook";

    private static final Logger LOG = Logger.getLogger(ServedPair.class);

    private final Path chain;
    private final Path key;
    private final ServingKeys keys;
    private String fault = "";

    @Inject
    public ServedPair(Settings settings) throws GeneralSecurityException {
        this(settings.certificate().orElseThrow(), settings.certificateKey().orElseThrow());
    }

    ServedPair(Path chain, Path key) throws GeneralSecurityException {
        this.chain = chain;
        this.key = key;
        this.keys = new ServingKeys(ServingPair.read(chain, key));
    }

    /** Without a key store: the registry would need it only to read it again. */
    @Override
    public KeyStoreAndKeyCertOptions getKeyStore(Vertx vertx) {
        return new KeyStoreAndKeyCertOptions(null, KeyCertOptions.wrap(keys));
    }

    /** Takes what is in the files, unless it cannot serve, which is said once. */
    void look() {
        try {
            ServingPair read = ServingPair.read(chain, key);
            fault = "";
            if (!read.equals(current())) {
                keys.use(read);
                LOG.info(line("certificate-in-use"));
            }
        } catch (GeneralSecurityException e) {
            String message = String.valueOf(e.getMessage());
            if (!message.equals(fault)) {
                fault = message;
                LOG.warn(line("certificate-refused").with("message", message));
            }
        }
    }

    /** About the pair in use. */
    private LogLine line(String event) {
        return LogLine.event(event)
                .with("serial", current().certificate().getSerialNumber().toString(16))
                .with("until", until());
    }

    /** When the certificate in use expires. */
    Instant until() {
        return current().certificate().getNotAfter().toInstant();
    }

    ServingPair current() {
        return keys.current();
    }
}
