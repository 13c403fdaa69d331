package io.aliquot.admission;

import io.aliquot.tls.CertificateFiles;
import io.aliquot.tls.Pem;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Certificates with the keys that people bring, self-signed. */
enum AnyKey {
    EC("SHA256withECDSA"),
    RSA("SHA256withRSA"),
    ED25519("Ed25519");

    private static final X500Principal NAME = new X500Principal("CN=provided");

    private final String signature;

    AnyKey(String signature) {
        this.signature = signature;
    }

    /** A pair that is valid for {@code life}. */
    Pair pair(Duration life) throws GeneralSecurityException, OperatorCreationException {
        KeyPair keys = KeyPairGenerator.getInstance(name()).generateKeyPair();
        Instant now = Instant.now();
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                NAME,
                new BigInteger(64, new SecureRandom()),
                Date.from(now.minus(Duration.ofMinutes(5))),
                Date.from(now.plus(life)),
                NAME,
                keys.getPublic());
        X509Certificate certificate = new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder(signature).build(keys.getPrivate())));
        return new Pair(certificate, Pem.of(keys.getPrivate()));
    }

    /** A certificate and its key in PEM. */
    record Pair(X509Certificate certificate, String key) {
        void write(CertificateFiles files) throws IOException, GeneralSecurityException {
            writeCertificate(files);
            Files.writeString(files.key(), key);
        }

        void writeCertificate(CertificateFiles files) throws IOException, GeneralSecurityException {
            Files.writeString(files.certificate(), Pem.of(certificate));
        }
    }
}
