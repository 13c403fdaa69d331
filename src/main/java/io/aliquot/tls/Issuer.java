package io.aliquot.tls;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate authority of our own, ECDSA on P-256. Its key lives as long as this object and is never written. */
final class Issuer {
    private static final X500Principal AUTHORITY = new X500Principal("CN=aliquot-ca");
    private static final X500Principal SERVER = new X500Principal("CN=aliquot");

    /** Clocks of other machines may be behind. */
    private static final Duration LEEWAY = Duration.ofMinutes(5);

    private static final SecureRandom RANDOM = new SecureRandom();

    private final KeyPair keys;
    private final Instant from;
    private final Instant until;
    private final X509Certificate certificate;

    private Issuer(Instant now, Duration life) throws GeneralSecurityException, IOException {
        keys = newKeys();
        from = now.minus(LEEWAY);
        until = now.plus(life);
        JcaX509v3CertificateBuilder builder = builder(AUTHORITY, keys);
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
        certificate = sign(builder);
    }

    static Issuer create(Instant now, Duration life) throws GeneralSecurityException, IOException {
        return new Issuer(now, life);
    }

    X509Certificate certificate() {
        return certificate;
    }

    /** A serving certificate for {@code names}, as long-lived as the authority. */
    Issued issue(List<String> names) throws GeneralSecurityException, IOException {
        KeyPair serverKeys = newKeys();
        JcaX509v3CertificateBuilder builder = builder(SERVER, serverKeys);
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
        builder.addExtension(Extension.subjectAlternativeName, false, Names.general(names));
        return new Issued(sign(builder), serverKeys.getPrivate());
    }

    private JcaX509v3CertificateBuilder builder(X500Principal subject, KeyPair subjectKeys)
            throws GeneralSecurityException, IOException {
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                AUTHORITY,
                new BigInteger(127, RANDOM).add(BigInteger.ONE),
                Date.from(from),
                Date.from(until),
                subject,
                subjectKeys.getPublic());
        JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
        builder.addExtension(
                Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(subjectKeys.getPublic()));
        builder.addExtension(
                Extension.authorityKeyIdentifier, false, identifiers.createAuthorityKeyIdentifier(keys.getPublic()));
        return builder;
    }

    private X509Certificate sign(JcaX509v3CertificateBuilder builder) throws GeneralSecurityException {
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
        } catch (OperatorCreationException e) {
            throw new GeneralSecurityException(e);
        }
    }

    private static KeyPair newKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
        return generator.generateKeyPair();
    }
}
