package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two replicas behind a Service that issue and replace their own certificate and CA while pods are created. */
@Tag("e2e")
class CertificatesIT {
    private static final ControlPlane PLANE = ControlPlane.shared();
    private static final KubernetesClient ADMIN = PLANE.admin();
    private static final String NAME = "aliquot-webhook";
    private static final String HOST = NAME + "." + ControlPlane.SYSTEM + ".svc";
    private static final int ROTATIONS = 10;

    @TempDir
    private Path folder = Path.of("");

    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger created = new AtomicInteger();
    private final AtomicInteger connected = new AtomicInteger();
    private String namespace = "";

    @BeforeEach
    void install() throws IOException {
        namespace = PLANE.namespace();
        uninstall();
        ADMIN.resource(new ServiceBuilder()
                        .withNewMetadata()
                        .withNamespace(ControlPlane.SYSTEM)
                        .withName(NAME)
                        .endMetadata()
                        .withNewSpec()
                        .addNewPort()
                        .withName("https")
                        .withPort(443)
                        .endPort()
                        .endSpec()
                        .build())
                .serverSideApply();
        MutatingWebhookConfiguration registration = (MutatingWebhookConfiguration)
                ADMIN.load(ControlPlane.resource("registration.yaml")).items().getFirst();
        ADMIN.resource(new MutatingWebhookConfigurationBuilder(registration)
                        .editFirstWebhook()
                        .withNewClientConfig()
                        .withNewService()
                        .withNamespace(ControlPlane.SYSTEM)
                        .withName(NAME)
                        .withPath("/mutate")
                        .withPort(443)
                        .endService()
                        .endClientConfig()
                        .endWebhook()
                        .build())
                .create();
    }

    @AfterEach
    void uninstall() {
        ADMIN.admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName("aliquot")
                .delete();
        ADMIN.services().inNamespace(ControlPlane.SYSTEM).withName(NAME).delete();
        ADMIN.secrets().inNamespace(ControlPlane.SYSTEM).withName(NAME).delete();
        ADMIN.discovery()
                .v1()
                .endpointSlices()
                .inNamespace(ControlPlane.SYSTEM)
                .withLabel("kubernetes.io/service-name", NAME)
                .delete();
    }

    private WebhookProcess replica(String name) {
        WebhookProcess replica = new WebhookProcess(
                PLANE,
                folder,
                PLANE.webhookConfig(),
                List.of(
                        "--registration=aliquot",
                        "--certificate-secret=" + NAME,
                        "--service=" + NAME,
                        "--certificate-folder=" + folder.resolve(name),
                        "--certificate-lifetime=PT24S",
                        "--authority-lifetime=PT72S",
                        "--certificate-settle=PT3S",
                        "--certificate-look=PT1S"));
        Endpoints.add(ADMIN, ControlPlane.SYSTEM, NAME, replica.port());
        return replica;
    }

    @Test
    void tenRotationsOfTheCertificateAndSomeOfTheAuthorityFailNoCreateAndCutNoConnection() throws Exception {
        try (WebhookProcess first = replica("first");
                WebhookProcess second = replica("second");
                ExecutorService threads = Executors.newFixedThreadPool(3)) {
            first.awaitReady();
            second.awaitReady();
            Await.until("pods can be created", () -> tried().isEmpty());
            List<Handshakes> replicas = Stream.of(first, second)
                    .map(replica -> new Handshakes(ADMIN, "aliquot", HOST, replica.port()))
                    .toList();
            try {
                threads.execute(this::create);
                replicas.forEach(replica -> threads.execute(() -> connect(replica)));
                for (int i = 1; i <= ROTATIONS; i++) {
                    int rotations = i;
                    Await.until(
                            "rotation " + i + " of both replicas",
                            () -> !failures.isEmpty()
                                    || replicas.stream().allMatch(each -> each.certificates() > rotations));
                }
            } finally {
                over.set(true);
            }
            assertEquals(List.of(), List.copyOf(failures));
            assertTrue(replicas.stream().allMatch(each -> each.authorities() >= 3));
            Await.until("both serve the same certificate", () -> agree(replicas));
            System.out.printf(
                    "created %d pods and %d new connections during %d rotations by %d authorities; none failed%n",
                    created.get(),
                    connected.get(),
                    replicas.getFirst().certificates() - 1,
                    replicas.getFirst().authorities());
        }
        PLANE.remove(namespace);
    }

    private void create() {
        while (!over.get()) {
            failures.addAll(tried());
            created.incrementAndGet();
        }
    }

    /** A pod with a share, rewritten or not: empty when it was rewritten. */
    private List<String> tried() {
        try {
            Pod pod = ADMIN.pods()
                    .inNamespace(namespace)
                    .resource(ADMIN.getKubernetesSerialization()
                            .unmarshal(
                                    Workloads.legacy("pod-" + System.nanoTime(), "gpumem=1")
                                            .toString(),
                                    Pod.class))
                    .create();
            ADMIN.resource(pod).withGracePeriod(0).delete();
            return pod.getSpec().getResourceClaims().isEmpty() ? List.of("not rewritten") : List.of();
        } catch (KubernetesClientException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    /** A connection that is cut fails the test, as a certificate does that is not trusted, over, or for another host. */
    private void connect(Handshakes replica) {
        while (!over.get()) {
            try {
                var unused = replica.once();
                connected.incrementAndGet();
            } catch (IOException | GeneralSecurityException e) {
                failures.add("handshake: " + e);
            }
        }
    }

    private static boolean agree(List<Handshakes> replicas) {
        try {
            return replicas.getFirst().once().equals(replicas.getLast().once());
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
