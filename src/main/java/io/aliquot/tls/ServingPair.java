package io.aliquot.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A certificate, those that lead to its CA, and its key. A server with a certificate and a key that do not belong
 * together would start, be ready, and fail every handshake.
 *
 * @param chain the serving certificate first
 */
public record ServingPair(List<X509Certificate> chain, PrivateKey key) {
    private static final Pattern PKCS8 =
            Pattern.compile("-----BEGIN PRIVATE KEY-----[^-]*-----END PRIVATE KEY-----", Pattern.DOTALL);
    private static final byte[] SAMPLE = "aliquot".getBytes(StandardCharsets.US_ASCII);

    /** What {@code chain} and {@code key}, both PEM, hold; the exception's message says why they cannot serve. */
    public static ServingPair read(Path chain, Path key) throws GeneralSecurityException {
        List<X509Certificate> certificates = certificates(chain);
        String pem = pkcs8(key);
        PublicKey certified = certificates.getFirst().getPublicKey();
        String fault = key + " is not the key of the certificate in " + chain;
        try {
            PrivateKey ours = Pem.key(pem, certified.getAlgorithm());
            if (matches(certified, ours)) {
                return new ServingPair(certificates, ours);
            }
        } catch (GeneralSecurityException e) {
            throw new GeneralSecurityException(fault, e);
        }
        throw new GeneralSecurityException(fault);
    }

    private static List<X509Certificate> certificates(Path chain) throws GeneralSecurityException {
        try {
            return Pem.certificates(text(chain));
        } catch (IOException e) {
            throw new GeneralSecurityException(chain + " cannot be read", e);
        } catch (GeneralSecurityException e) {
            throw new GeneralSecurityException(chain + " is no certificate in PEM", e);
        }
    }

    private static String pkcs8(Path key) throws GeneralSecurityException {
        try {
            Matcher block = PKCS8.matcher(text(key));
            if (block.find()) {
                return block.group();
            }
        } catch (IOException e) {
            throw new GeneralSecurityException(key + " cannot be read", e);
        }
        throw new GeneralSecurityException(
                key + " is no key in PEM of PKCS #8 without a password; convert it by: openssl"
                        + " pkcs8 -topk8 -nocrypt -in " + key + " -out NEW");
    }

    /** Outside of its blocks a PEM file may hold any text. */
    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    private static boolean matches(PublicKey certified, PrivateKey key) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(
                switch (certified.getAlgorithm()) {
                    case "EC" -> "SHA256withECDSA";
                    case "RSA" -> "SHA256withRSA";
                    default -> certified.getAlgorithm();
                });
        signature.initSign(key);
        signature.update(SAMPLE);
        byte[] signed = signature.sign();
        signature.initVerify(certified);
        signature.update(SAMPLE);
        return signature.verify(signed);
    }

    /** The serving certificate itself. */
    public X509Certificate certificate() {
        return chain.getFirst();
    }
}
