package io.aliquot.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** PEM in and out. */
public final class Pem {
    private static final Base64.Encoder BASE64 = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private Pem() {}

    public static String of(X509Certificate certificate) throws GeneralSecurityException {
        return block("CERTIFICATE", certificate.getEncoded());
    }

    /** PKCS #8, unencrypted. */
    public static String of(PrivateKey key) {
        return block("PRIVATE KEY", key.getEncoded());
    }

    /** The first certificate in {@code file}. */
    static X509Certificate certificate(Path file) throws IOException, GeneralSecurityException {
        try (InputStream stream = Files.newInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(stream);
        }
    }

    /** The first certificate in {@code pem}. */
    public static X509Certificate certificate(String pem) throws GeneralSecurityException {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
    }

    /** All certificates in {@code pem}, at least one; one that is cut off is a fault, other blocks are passed over. */
    public static List<X509Certificate> certificates(String pem) throws GeneralSecurityException {
        List<X509Certificate> certificates = new ArrayList<>();
        for (String block : pem.split("(?=-----BEGIN )", -1)) {
            if (block.startsWith("-----BEGIN CERTIFICATE-----")) {
                certificates.add(certificate(block));
            }
        }
        if (certificates.isEmpty()) {
            throw new CertificateException("no certificate");
        }
        return List.copyOf(certificates);
    }

    /** A private key of {@code algorithm}, such as EC or RSA, PKCS #8. */
    public static PrivateKey key(String pem, String algorithm) throws GeneralSecurityException {
        String body = pem.replaceAll("-----[A-Z ]+-----", "").strip();
        try {
            byte[] content = Base64.getMimeDecoder().decode(body);
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(content));
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException("not PEM", e);
        }
    }

    private static String block(String type, byte[] content) {
        String text = new String(BASE64.encode(content), StandardCharsets.US_ASCII);
        return "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n";
    }
}
