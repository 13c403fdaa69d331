package io.aliquot.tls;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** CA certificates in the order in which a caBundle names them, each once. */
public record Authorities(Set<X509Certificate> certificates) {
    private static final Authorities NONE = new Authorities(Set.of());

    /** Those in {@code pem}, at least one. */
    public static Authorities ofPem(String pem) throws GeneralSecurityException {
        return new Authorities(new LinkedHashSet<>(Pem.certificates(pem)));
    }

    /** Those of a caBundle, which is PEM in base64; none when it is missing or nothing that an API server can use. */
    public static Authorities named(@Nullable String caBundle) {
        try {
            return caBundle == null
                    ? NONE
                    : ofPem(new String(Base64.getDecoder().decode(caBundle), StandardCharsets.UTF_8));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return NONE;
        }
    }

    public String caBundle() {
        return Base64.getEncoder().encodeToString(pem().getBytes(StandardCharsets.UTF_8));
    }

    public String pem() {
        StringBuilder pem = new StringBuilder();
        try {
            for (X509Certificate certificate : certificates) {
                pem.append(Pem.of(certificate));
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate that was read can't be written", e);
        }
        return pem.toString();
    }

    public boolean has(Authorities others) {
        return certificates.containsAll(others.certificates);
    }

    /** These first, and those of {@code others} that are not among them. */
    public Authorities and(Authorities others) {
        Set<X509Certificate> all = new LinkedHashSet<>(certificates);
        all.addAll(others.certificates);
        return new Authorities(all);
    }

    /** What a registration is to name for ours, when it names others too. */
    public Optional<String> missingIn(@Nullable String caBundle) {
        Authorities named = named(caBundle);
        return named.has(this) ? Optional.empty() : Optional.of(and(named).caBundle());
    }
}
