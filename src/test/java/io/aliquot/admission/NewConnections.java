package io.aliquot.admission;

import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Connections to the webhook, one after the other from several threads: a handshake, a request, the answer. */
final class NewConnections implements AutoCloseable {
    private static final int THREADS = 4;
    private static final long PATIENCE_MINUTES = 3;
    private static final byte[] REQUEST =
            "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final URI server;
    private final AtomicInteger answered = new AtomicInteger();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final Set<BigInteger> seen = ConcurrentHashMap.newKeySet();
    private final BlockingQueue<BigInteger> news = new LinkedBlockingQueue<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private volatile boolean over;

    NewConnections(URI server) {
        this.server = server;
        for (int i = 0; i < THREADS; i++) {
            threads.execute(this::connect);
        }
    }

    private void connect() {
        while (!over) {
            try {
                BigInteger serial = once();
                answered.incrementAndGet();
                if (seen.add(serial)) {
                    news.add(serial);
                }
            } catch (IOException | GeneralSecurityException e) {
                failures.add(e.toString());
            }
        }
    }

    /** The serial number of the certificate that was shown. A new context resumes no session: each shows one. */
    private BigInteger once() throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, new TrustManager[] {new Anybody()}, null);
        try (SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(server.getHost(), server.getPort())) {
            socket.startHandshake();
            socket.getOutputStream().write(REQUEST);
            String answer = new String(socket.getInputStream().readNBytes(8), StandardCharsets.US_ASCII);
            if (!answer.equals("HTTP/1.1")) {
                throw new IOException("answered: '" + answer + "'");
            }
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
        }
    }

    /** Waits for the next certificate that none of the connections before was shown. */
    BigInteger next() throws InterruptedException {
        BigInteger next = news.poll(PATIENCE_MINUTES, TimeUnit.MINUTES);
        if (next == null) {
            throw new AssertionError("no other certificate is shown; failures: " + failures);
        }
        return next;
    }

    int answered() {
        return answered.get();
    }

    List<String> failures() {
        return List.copyOf(failures);
    }

    @Override
    public void close() {
        over = true;
        threads.close();
    }

    /** Who issued it does not matter here; that the server has the certificate's key, the handshake itself proves. */
    private static final class Anybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
