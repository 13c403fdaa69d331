package io.aliquot.tls.serving;

import io.aliquot.tls.ServingPair;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Answers each handshake with the pair in use when it began. A handshake chooses an alias, then asks for its key and its
 * chain one after the other: the pair before stays known, so that both are of the same pair.
 */
final class ServingKeys extends X509ExtendedKeyManager {
    /** The newest first. */
    private volatile List<Named> latest;

    private record Named(String alias, ServingPair pair) {
        Named(ServingPair pair) {
            this(UUID.randomUUID().toString(), pair);
        }
    }

    ServingKeys(ServingPair first) {
        latest = List.of(new Named(first));
    }

    ServingPair current() {
        return latest.getFirst().pair();
    }

    /** From now on. Of one thread at a time. */
    void use(ServingPair pair) {
        latest = List.of(new Named(pair), latest.getFirst());
    }

    private Optional<ServingPair> pair(String alias) {
        return latest.stream()
                .filter(each -> each.alias().equals(alias))
                .map(Named::pair)
                .findFirst();
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        Named current = latest.getFirst();
        return current.pair().key().getAlgorithm().equals(keyType) ? current.alias() : null;
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return pair(alias)
                .map(pair -> pair.chain().toArray(X509Certificate[]::new))
                .orElse(null);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return pair(alias).map(ServingPair::key).orElse(null);
    }

    /** Only engines are served. */
    @Override
    public @Nullable String chooseServerAlias(
            String keyType, Principal @Nullable [] issuers, java.net.@Nullable Socket socket) {
        return null;
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, java.net.@Nullable Socket socket) {
        return null;
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }
}
