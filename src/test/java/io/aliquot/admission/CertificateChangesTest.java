package io.aliquot.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.claims.StandInApiServer;
import io.aliquot.tls.CertificateFiles;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as it is shipped, with new connections all the time: its certificate changes, and no connection is cut. */
class CertificateChangesTest {
    private static final int CHANGES = 20;
    private static final List<AnyKey> KINDS = List.of(AnyKey.values());

    /** On a busy machine a handshake may last; the server's limit of ten seconds is not what is tested here. */
    private static final String JAVA_OPTIONS =
            "-Xmx128m -Daliquot.certificate-look=PT0.05S -Dquarkus.tls.webhook.handshake-timeout=1h";

    @TempDir
    private Path folder = Path.of("");

    private CertificateFiles files = CertificateFiles.in(Path.of(""));

    @BeforeEach
    void begin() throws IOException {
        Assumptions.assumeTrue(PackagedWebhook.exists(), "not packaged; 'make build' does it");
        files = CertificateFiles.in(Files.createDirectory(folder.resolve("certificate")));
    }

    private PackagedWebhook provided() throws IOException {
        List<String> options = List.of(
                "--cert", files.certificate().toString(), "--key", files.key().toString());
        return new PackagedWebhook(folder, JAVA_OPTIONS, options);
    }

    private static void assertNoneWasCut(NewConnections connections) {
        assertEquals(List.of(), connections.failures());
        System.out.printf("%d changes of the certificate, %d new connections%n", CHANGES, connections.answered());
    }

    @Test
    void filesOfSomebodyElseChangeWithKeysOfAnyKind() throws Exception {
        AnyKey.Pair pair = AnyKey.EC.pair(Duration.ofDays(1));
        pair.write(files);
        try (PackagedWebhook webhook = provided();
                NewConnections connections = new NewConnections(webhook.url())) {
            assertEquals(pair.certificate().getSerialNumber(), connections.next());
            for (int i = 1; i <= CHANGES; i++) {
                AnyKey.Pair next = KINDS.get(i % KINDS.size()).pair(Duration.ofDays(1));
                next.write(files);
                assertEquals(next.certificate().getSerialNumber(), connections.next());
            }
            assertNoneWasCut(connections);
        }
    }

    @Test
    void theCertificateInTheSecretIsMadeAnew() throws Exception {
        try (StandInApiServer api = new StandInApiServer()) {
            List<String> options = List.of(
                    "--certificate-secret=aliquot-webhook",
                    "--certificate-folder=" + folder.resolve("certificate"),
                    "--certificate-look=PT0.05S");
            String javaOptions = JAVA_OPTIONS + " -Dkubeconfig=" + kubeconfig(api);
            try (PackagedWebhook webhook = new PackagedWebhook(folder, javaOptions, options);
                    NewConnections connections = new NewConnections(webhook.url())) {
                BigInteger first = connections.next();
                for (int i = 1; i <= CHANGES; i++) {
                    api.stored.clear();
                    assertTrue(!first.equals(connections.next()));
                }
                assertNoneWasCut(connections);
            }
        }
    }

    private Path kubeconfig(StandInApiServer api) throws IOException {
        String text = """
                apiVersion: v1
                kind: Config
                current-context: test
                clusters: [{name: test, cluster: {server: "%s"}}]
                contexts: [{name: test, context: {cluster: test, user: test, namespace: aliquot}}]
                users: [{name: test, user: {}}]
                """.formatted(api.url());
        return Files.writeString(folder.resolve("kubeconfig"), text);
    }

    @Test
    void aCertificateWithoutItsKeyIsRefusedAndTheOneBeforeStays() throws Exception {
        AnyKey.EC.pair(Duration.ofDays(1)).write(files);
        try (PackagedWebhook webhook = provided()) {
            AnyKey.Pair next = AnyKey.EC.pair(Duration.ofDays(9));
            next.writeCertificate(files);
            webhook.awaitEvent("certificate-refused");
            try (NewConnections connections = new NewConnections(webhook.url())) {
                assertTrue(!next.certificate().getSerialNumber().equals(connections.next()));
                assertTrue(days(webhook) <= 1);
                next.write(files);
                assertEquals(next.certificate().getSerialNumber(), connections.next());
                assertTrue(days(webhook) > 1);
                assertEquals(List.of(), connections.failures());
            }
        }
    }

    private static double days(PackagedWebhook webhook) throws IOException {
        return webhook.metric("aliquot_certificate_expiry_seconds")
                / Duration.ofDays(1).toSeconds();
    }
}
