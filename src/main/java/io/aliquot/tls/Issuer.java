package io.aliquot.tls;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
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

/** A certificate authority of our own, ECDSA on P-256. */
public final class Issuer {
    private static final X500Principal AUTHORITY = new X500Principal("CN=aliquot-ca");
    private static final X500Principal SERVER = new X500Principal("CN=aliquot");

    /** Clocks of other machines may be behind. */
    private static final Duration LEEWAY = Duration.ofMinutes(5);

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Issued authority;

    private Issuer(Issued authority) {
        this.authority = authority;
    }

    /** An authority that exists. */
    public static Issuer of(Issued authority) {
        return new Issuer(authority);
    }

    /** A new authority. */
    public static Issuer create(Instant now, Duration life) throws GeneralSecurityException, IOException {
        KeyPair keys = newKeys();
        JcaX509v3CertificateBuilder builder =
                builder(AUTHORITY, keys.getPublic(), keys.getPublic(), now, now.plus(life));
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
        return new Issuer(new Issued(sign(builder, keys.getPrivate()), keys.getPrivate()));
    }

    /** The authority's certificate and key. */
    public Issued authority() {
        return authority;
    }

    X509Certificate certificate() {
        return authority.certificate();
    }

    /** When {@code certificate}, one of ours, was made. */
    public static Instant madeAt(X509Certificate certificate) {
        return certificate.getNotBefore().toInstant().plus(LEEWAY);
    }

    /** A serving certificate for {@code names}; it ends with the authority at the latest. */
    public Issued issue(List<String> names, Instant now, Duration life) throws GeneralSecurityException, IOException {
        KeyPair keys = newKeys();
        Instant end = certificate().getNotAfter().toInstant();
        Instant until = now.plus(life).isBefore(end) ? now.plus(life) : end;
        JcaX509v3CertificateBuilder builder =
                builder(SERVER, keys.getPublic(), certificate().getPublicKey(), now, until);
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
        builder.addExtension(Extension.subjectAlternativeName, false, Names.general(names));
        return new Issued(sign(builder, authority.key()), keys.getPrivate());
    }

    private static JcaX509v3CertificateBuilder builder(
            X500Principal subject, PublicKey subjectKey, PublicKey authorityKey, Instant now, Instant until)
            throws GeneralSecurityException, IOException {
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                AUTHORITY,
                new BigInteger(127, RANDOM).add(BigInteger.ONE),
                Date.from(now.minus(LEEWAY)),
                Date.from(until),
                subject,
                subjectKey);
        JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
        builder.addExtension(Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(subjectKey));
        builder.addExtension(
                Extension.authorityKeyIdentifier, false, identifiers.createAuthorityKeyIdentifier(authorityKey));
        return builder;
    }

    private static X509Certificate sign(JcaX509v3CertificateBuilder builder, PrivateKey key)
            throws GeneralSecurityException {
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
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
