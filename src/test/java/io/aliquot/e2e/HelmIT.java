package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.chart.Helm;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart by the real helm on a real API server; the webhook behind its Service. */
@Tag("e2e")
class HelmIT {
    private static final ControlPlane PLANE = ControlPlane.shared();
    private static final KubernetesClient ADMIN = PLANE.admin();
    private static final String CHART = Helm.CHART.toString();

    /** Everything that a release can make, beside what Kubernetes makes of it. */
    private static final List<String> KINDS = List.of(
            "v1/ConfigMap",
            "v1/Secret",
            "v1/Service",
            "v1/ServiceAccount",
            "v1/Pod",
            "apps/v1/Deployment",
            "apps/v1/DaemonSet",
            "policy/v1/PodDisruptionBudget",
            "coordination.k8s.io/v1/Lease",
            "batch/v1/Job",
            "rbac.authorization.k8s.io/v1/Role",
            "rbac.authorization.k8s.io/v1/RoleBinding",
            "rbac.authorization.k8s.io/v1/ClusterRole",
            "rbac.authorization.k8s.io/v1/ClusterRoleBinding",
            "admissionregistration.k8s.io/v1/MutatingWebhookConfiguration",
            "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy",
            "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicyBinding");

    @TempDir
    private Path folder = Path.of("");

    private Optional<Release> release = Optional.empty();
    private String system = "";
    private String namespace = "";

    /** A test that failed half-way must not be in the way of the next one. */
    @AfterEach
    void remove() {
        release.ifPresent(left -> left.helm("uninstall", Release.NAME, "--no-hooks"));
        ADMIN.admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName(Release.NAME)
                .delete();
        ADMIN.admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName("hami-webhook")
                .delete();
        Stream.of(namespace, system).filter(name -> !name.isEmpty()).forEach(PLANE::remove);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "4"})
    void aReleaseIsInstalledUpgradedRolledBackAndUninstalled(String major) {
        system = PLANE.namespace();
        namespace = PLANE.namespace();
        enforceRestricted();
        neighbour();
        Release shares = new Release(PLANE, Helm.of(major), system, folder);
        release = Optional.of(shares);
        String notes = shares.done(
                "install", Release.NAME, CHART, "--wait", "--set", "node.enabled=false,deviceClass.create=false");
        assertTrue(notes.contains("MutatingWebhookConfiguration hami-webhook of the HAMi family"), notes);
        assertTrue(notes.contains("nvidia.com/gpumem"), notes);
        try (WebhookProcess first = shares.replica("first");
                WebhookProcess second = shares.replica("second")) {
            first.awaitReady();
            second.awaitReady();
            assertEquals(List.of(), refusedByPodSecurity());
            checks(shares, first);
            rewrites("before", "nvidia.com/gpumem");
            assertEquals(List.of(), unknownSeries(first));
            changedNames(shares, first, second);
            uninstall(shares);
        }
        Await.until("nothing is left: " + left(), () -> left().isEmpty());
    }

    private void enforceRestricted() {
        ADMIN.namespaces().withName(system).edit(present -> {
            present.getMetadata().getLabels().put("pod-security.kubernetes.io/enforce", "restricted");
            return present;
        });
    }

    /** Another system's registration, for nothing that any test creates. */
    private static void neighbour() {
        ADMIN.resource(new MutatingWebhookConfigurationBuilder()
                        .withNewMetadata()
                        .withName("hami-webhook")
                        .endMetadata()
                        .build())
                .serverSideApply();
    }

    /** What kept the pods of the Deployment away; they are there when nothing did. */
    private List<String> refusedByPodSecurity() {
        Await.until(
                "two pods run",
                () -> ADMIN.pods()
                                .inNamespace(system)
                                .withLabel("app.kubernetes.io/component", "webhook")
                                .list()
                                .getItems()
                                .size()
                        >= 2);
        return ADMIN.v1().events().inNamespace(system).list().getItems().stream()
                .filter(event -> event.getReason().equals("FailedCreate"))
                .map(event -> event.getMessage())
                .toList();
    }

    /** What the pod of 'helm test' does. */
    private void checks(Release release, WebhookProcess replica) {
        List<String> arguments = new ArrayList<>(List.of("check", "--registration=" + Release.NAME));
        arguments.add("--address=" + Endpoints.address() + ":" + replica.port());
        Await.until(
                "the check passes", () -> release.program(arguments).output().contains("gets a claim"));
    }

    private void changedNames(Release release, WebhookProcess first, WebhookProcess second) {
        release.done("upgrade", Release.NAME, CHART, "--reuse-values", "--set", "resourceMem=example.com/vram");
        follow(release, "example.com/vram", first, second);
        rewrites("renamed", "example.com/vram");
        release.done("rollback", Release.NAME, "1");
        follow(release, "nvidia.com/gpumem", first, second);
        rewrites("back", "nvidia.com/gpumem");
        release.done("upgrade", Release.NAME, CHART, "--reuse-values", "--set", "resourceMem=example.com/ram");
        follow(release, "example.com/ram", first, second);
        rewrites("again", "example.com/ram");
    }

    /** The kubelet brings the file; both replicas take it, and the registration stays as helm has written it. */
    private static void follow(Release release, String name, WebhookProcess... replicas) {
        long before = Stream.of(replicas).mapToLong(HelmIT::reloads).sum();
        release.mountMapping();
        Await.until(
                "all replicas have read the names",
                () -> Stream.of(replicas).mapToLong(HelmIT::reloads).sum() >= before + replicas.length);
        assertTrue(PLANE.matchCondition(Release.NAME).contains("'" + name + "'"), PLANE.matchCondition(Release.NAME));
    }

    private static long reloads(WebhookProcess replica) {
        return (long) replica.metric("aliquot_config_reloads_total");
    }

    /** The API server hears of a changed registration a moment later. */
    private void rewrites(String name, String resource) {
        Await.until("a pod with " + resource + " is rewritten", () -> {
            Optional<Pod> pod = create(name, resource);
            return pod.isPresent() && !pod.get().getSpec().getResourceClaims().isEmpty();
        });
    }

    private Optional<Pod> create(String name, String resource) {
        ObjectNode pod = Workloads.legacy(name, "");
        ObjectNode resources = (ObjectNode) pod.at("/spec/containers/0/resources");
        resources.putObject("limits").put(resource, "100");
        try {
            ADMIN.pods()
                    .inNamespace(namespace)
                    .withName(name)
                    .withGracePeriod(0)
                    .delete();
            return Optional.of(ADMIN.pods()
                    .inNamespace(namespace)
                    .resource(ADMIN.getKubernetesSerialization().unmarshal(pod.toString(), Pod.class))
                    .create());
        } catch (KubernetesClientException e) {
            return Optional.empty();
        }
    }

    private void uninstall(Release release) {
        String kept = template("again");
        ADMIN.pods().inNamespace(namespace).withName("back").withGracePeriod(0).delete();
        ADMIN.pods()
                .inNamespace(namespace)
                .withName("before")
                .withGracePeriod(0)
                .delete();
        ADMIN.pods()
                .inNamespace(namespace)
                .withName("renamed")
                .withGracePeriod(0)
                .delete();
        CompletableFuture<String> uninstall =
                CompletableFuture.supplyAsync(() -> release.done("uninstall", Release.NAME, "--wait"));
        String said = runCleanup(release);
        String unused = uninstall.join();
        assertTrue(said.contains("still used by pods, and left: 1\n  " + namespace + "/" + kept), said);
        assertEquals(List.of(kept), templates());
    }

    /** What a kubelet would do with the pod of the Job. */
    private String runCleanup(Release release) {
        Pod pod = Await.value(
                "the pod of the cleanup",
                () -> ADMIN
                        .pods()
                        .inNamespace(system)
                        .withLabel("app.kubernetes.io/component", "cleanup")
                        .list()
                        .getItems()
                        .stream()
                        .findFirst());
        Helm.Answer answer = release.program(release.arguments(pod.getSpec()));
        // Without the version that was read: controllers write to the pod too.
        ADMIN.resource(pod)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"gpu.aliquot.io/simulated-exit-code\":\"" + answer.code()
                                + "\"}}}");
        return answer.output();
    }

    private String template(String pod) {
        return ADMIN.pods()
                .inNamespace(namespace)
                .withName(pod)
                .get()
                .getSpec()
                .getResourceClaims()
                .getFirst()
                .getResourceClaimTemplateName();
    }

    private List<String> templates() {
        return ADMIN
                .genericKubernetesResources("resource.k8s.io/v1", "ResourceClaimTemplate")
                .inNamespace(namespace)
                .list()
                .getItems()
                .stream()
                .map(template -> template.getMetadata().getName())
                .toList();
    }

    /** Series of ours that the reference does not know. */
    private static List<String> unknownSeries(WebhookProcess replica) {
        String reference = text(Path.of("docs/reference/metrics.md"));
        return replica.metrics()
                .lines()
                .filter(line -> line.startsWith("aliquot_") || line.startsWith("hami_"))
                .map(line -> line.split("[{ ]", 2)[0].replaceFirst("_(bucket|count|sum|max)$", ""))
                .distinct()
                .filter(name -> !reference.contains("`" + name + "`"))
                .toList();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Objects with the release's label. */
    private static List<String> left() {
        return KINDS.stream()
                .flatMap(kind -> {
                    int slash = kind.lastIndexOf('/');
                    return ADMIN
                            .genericKubernetesResources(kind.substring(0, slash), kind.substring(slash + 1))
                            .inAnyNamespace()
                            .withLabel("app.kubernetes.io/instance", Release.NAME)
                            .list()
                            .getItems()
                            .stream();
                })
                .filter(object -> object.getMetadata().getDeletionTimestamp() == null)
                .map(HelmIT::id)
                .toList();
    }

    private static String id(GenericKubernetesResource object) {
        return object.getKind() + " " + object.getMetadata().getName();
    }
}
