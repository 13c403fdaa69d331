package io.aliquot.tls;

import java.nio.file.Path;

/**
 * PEM files.
 *
 * @param authority certificate of the CA, for clients and for the registration's caBundle
 * @param certificate serving certificate
 * @param key its private key
 */
public record CertificateFiles(Path authority, Path certificate, Path key) {
    public static CertificateFiles in(Path directory) {
        return new CertificateFiles(
                directory.resolve("ca.crt"), directory.resolve("tls.crt"), directory.resolve("tls.key"));
    }
}
