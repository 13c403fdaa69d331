package io.aliquot.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a certificate and a key belong together. A server with two that do not would start, be ready, and fail every
 * handshake.
 */
public final class ServingPair {
    private static final Pattern PKCS8 =
            Pattern.compile("-----BEGIN PRIVATE KEY-----[^-]*-----END PRIVATE KEY-----", Pattern.DOTALL);
    private static final byte[] SAMPLE = "aliquot".getBytes(StandardCharsets.US_ASCII);

    private ServingPair() {}

    /** Why {@code chain} and {@code key}, both PEM, cannot serve; empty when they can. */
    public static Optional<String> fault(Path chain, Path key) {
        X509Certificate certificate;
        try {
            certificate = Pem.certificate(chain);
        } catch (IOException | GeneralSecurityException e) {
            return Optional.of(chain + " is no certificate in PEM");
        }
        try {
            Matcher block = PKCS8.matcher(Files.readString(key, StandardCharsets.US_ASCII));
            if (!block.find()) {
                return Optional.of(key + " is no key in PEM of PKCS #8 without a password; convert it by: openssl pkcs8"
                        + " -topk8 -nocrypt -in " + key + " -out NEW");
            }
            return matches(certificate.getPublicKey(), block.group())
                    ? Optional.empty()
                    : Optional.of(key + " is not the key of the certificate in " + chain);
        } catch (IOException | GeneralSecurityException e) {
            return Optional.of(key + " is not the key of the certificate in " + chain + ", or cannot be read");
        }
    }

    private static boolean matches(PublicKey certified, String key) throws GeneralSecurityException {
        String algorithm = certified.getAlgorithm();
        Signature signature = Signature.getInstance(
                switch (algorithm) {
                    case "EC" -> "SHA256withECDSA";
                    case "RSA" -> "SHA256withRSA";
                    default -> algorithm;
                });
        signature.initSign(Pem.key(key, algorithm));
        signature.update(SAMPLE);
        byte[] signed = signature.sign();
        signature.initVerify(certified);
        signature.update(SAMPLE);
        return signature.verify(signed);
    }
}
