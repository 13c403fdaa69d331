package io.aliquot.e2e;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * New TLS connections to one replica under the name of its Service, each trusting exactly what the registration names at
 * that moment: an API server keeps its connections, and would not see most certificates.
 */
final class Handshakes {
    private final KubernetesClient admin;
    private final String registration;
    private final String host;
    private final int port;
    private final Set<BigInteger> serials = Collections.synchronizedSet(new LinkedHashSet<>());
    private final Set<String> authorities = Collections.synchronizedSet(new LinkedHashSet<>());

    Handshakes(KubernetesClient admin, String registration, String host, int port) {
        this.admin = admin;
        this.registration = registration;
        this.host = host;
        this.port = port;
    }

    /** Connects once; throws when the certificate is not trusted or not for this host. */
    X509Certificate once() throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(published());
        context.init(null, trust.getTrustManagers(), null);
        try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), port);
                SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true)) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            X509Certificate served = (X509Certificate) socket.getSession().getPeerCertificates()[0];
            serials.add(served.getSerialNumber());
            authorities.add(Base64.getEncoder().encodeToString(served.getExtensionValue("2.5.29.35")));
            return served;
        }
    }

    private KeyStore published() throws IOException, GeneralSecurityException {
        String bundle = admin.admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName(registration)
                .get()
                .getWebhooks()
                .getFirst()
                .getClientConfig()
                .getCaBundle();
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (Certificate each : CertificateFactory.getInstance("X.509")
                .generateCertificates(
                        new ByteArrayInputStream(Base64.getDecoder().decode(bundle)))) {
            store.setCertificateEntry(String.valueOf(store.size()), each);
        }
        return store;
    }

    /** How many different certificates were served. */
    int certificates() {
        return serials.size();
    }

    /** How many different CAs had issued them. */
    int authorities() {
        return authorities.size();
    }
}
