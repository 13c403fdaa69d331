package io.aliquot.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/** A certificate with its private key. */
public record Issued(X509Certificate certificate, PrivateKey key) {}
