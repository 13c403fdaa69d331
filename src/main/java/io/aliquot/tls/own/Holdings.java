package io.aliquot.tls.own;

import io.aliquot.tls.Issued;
import io.aliquot.tls.Pem;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the Secret holds.
 *
 * @param authority the CA that issues
 * @param next the CA that will issue once it is trusted everywhere
 * @param previous the CA that issued before; trusted until nobody serves a certificate of it
 * @param serving the certificate of all replicas
 */
record Holdings(Issued authority, Optional<Issued> next, Optional<X509Certificate> previous, Issued serving) {
    private static final String CA = "ca";
    private static final String NEXT = "next-ca";
    private static final String PREVIOUS = "previous-ca.crt";
    private static final String SERVING = "tls";

    /** Empty when something is missing or cannot be read: then all is made anew. */
    static Optional<Holdings> read(Map<String, String> data) {
        try {
            Optional<Issued> authority = pair(data, CA);
            Optional<Issued> serving = pair(data, SERVING);
            Optional<Issued> next = pair(data, NEXT);
            String old = data.get(PREVIOUS);
            Optional<X509Certificate> previous = old == null ? Optional.empty() : Optional.of(Pem.certificate(old));
            return authority.flatMap(ca -> serving.map(own -> new Holdings(ca, next, previous, own)));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    private static Optional<Issued> pair(Map<String, String> data, String name) throws GeneralSecurityException {
        String certificate = data.get(name + ".crt");
        String key = data.get(name + ".key");
        return certificate == null || key == null
                ? Optional.empty()
                : Optional.of(new Issued(Pem.certificate(certificate), Pem.key(key, "EC")));
    }

    /** The entries of the Secret. */
    Map<String, String> data() throws GeneralSecurityException {
        Map<String, String> data = new LinkedHashMap<>();
        put(data, CA, authority);
        put(data, SERVING, serving);
        if (next.isPresent()) {
            put(data, NEXT, next.get());
        }
        if (previous.isPresent()) {
            data.put(PREVIOUS, Pem.of(previous.get()));
        }
        return data;
    }

    private static void put(Map<String, String> data, String name, Issued pair) throws GeneralSecurityException {
        data.put(name + ".crt", Pem.of(pair.certificate()));
        data.put(name + ".key", Pem.of(pair.key()));
    }

    /** All CAs that the API server is to trust, PEM. */
    String bundle() throws GeneralSecurityException {
        StringBuilder bundle = new StringBuilder();
        for (X509Certificate each : trusted().toList()) {
            bundle.append(Pem.of(each));
        }
        return bundle.toString();
    }

    private Stream<X509Certificate> trusted() {
        return Stream.of(Optional.of(authority.certificate()), next.map(Issued::certificate), previous)
                .flatMap(Optional::stream);
    }

    boolean sameAs(Holdings other) {
        return serving.certificate().equals(other.serving.certificate())
                && trusted().toList().equals(other.trusted().toList());
    }
}
