package io.aliquot.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;

/** PEM in and out. */
final class Pem {
    private static final Base64.Encoder BASE64 = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private Pem() {}

    static String of(X509Certificate certificate) throws GeneralSecurityException {
        return block("CERTIFICATE", certificate.getEncoded());
    }

    /** PKCS #8, unencrypted. */
    static String of(PrivateKey key) {
        return block("PRIVATE KEY", key.getEncoded());
    }

    /** The first certificate in {@code file}. */
    static X509Certificate certificate(Path file) throws IOException, GeneralSecurityException {
        try (InputStream stream = Files.newInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(stream);
        }
    }

    private static String block(String type, byte[] content) {
        String text = new String(BASE64.encode(content), StandardCharsets.US_ASCII);
        return "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n";
    }
}
