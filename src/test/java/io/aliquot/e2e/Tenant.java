package io.aliquot.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.rewrite.Template;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A namespace of its own, and what its user does there; no request is tried again. */
final class Tenant implements AutoCloseable {
    private static final int FORBIDDEN = 403;

    private final ControlPlane plane;
    private final KubernetesClient client;
    private final String namespace;

    Tenant(ControlPlane plane) {
        this.plane = plane;
        this.client = plane.once();
        this.namespace = plane.namespace();
    }

    String namespace() {
        return namespace;
    }

    /** A pod whose container has these limits, written {@code gpumem=3000 gpucores=30}. */
    Pod create(String name, String limits) {
        return pods().resource(legacy(name, limits)).create();
    }

    /** A pod that is never scheduled and so takes no card from anybody. */
    Pod createGated(String name, String limits) {
        Pod pod = new PodBuilder(legacy(name, limits))
                .editSpec()
                .addNewSchedulingGate("example.com/never")
                .endSpec()
                .build();
        return pods().resource(pod).create();
    }

    Pod dryRun(String name, String limits) {
        return pods().resource(legacy(name, limits)).dryRun().create();
    }

    /** Why a pod cannot be created; empty when a dry run says that it can. */
    String refusal(String name, String limits) {
        try {
            dryRun(name, limits);
            return "";
        } catch (KubernetesClientException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Whether a pod is created; the only reason against it may be a quota. */
    boolean passes(String name, String limits) {
        try {
            createGated(name, limits);
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == FORBIDDEN) {
                return false;
            }
            throw e;
        }
    }

    List<Event> events() {
        return client.v1().events().inNamespace(namespace).list().getItems();
    }

    private Pod legacy(String name, String limits) {
        return client.getKubernetesSerialization()
                .unmarshal(Workloads.legacy(name, limits).toString(), Pod.class);
    }

    /** Applies YAML to the namespace; {@code NAMESPACE} in it is the namespace. */
    List<HasMetadata> create(String yaml) {
        return client.load(new ByteArrayInputStream(
                        yaml.replace("NAMESPACE", namespace).getBytes(StandardCharsets.UTF_8)))
                .inNamespace(namespace)
                .create();
    }

    NonNamespaceOperation<Pod, PodList, PodResource> pods() {
        return client.pods().inNamespace(namespace);
    }

    Optional<Pod> pod(String name) {
        return Optional.ofNullable(pods().withName(name).get());
    }

    boolean scheduled(String name) {
        return Workloads.scheduled(client, namespace, name);
    }

    private Resource<GenericKubernetesResource> stored(String name) {
        return client.genericKubernetesResources("resource.k8s.io/v1", "ResourceClaimTemplate")
                .inNamespace(namespace)
                .withName(name);
    }

    /** Deletes a template by hand. */
    void deleteTemplate(String name) {
        stored(name).delete();
    }

    /** How much memory the claims of a template ask for. */
    String memoryAsked(String name) {
        return client.getKubernetesSerialization()
                .convertValue(stored(name).require(), JsonNode.class)
                .at("/spec/spec/devices/requests/0/exactly/capacity/requests/memory")
                .asText();
    }

    /** Names of the templates that exist. */
    Set<String> templateNames() {
        return client
                .genericKubernetesResources("resource.k8s.io/v1", "ResourceClaimTemplate")
                .inNamespace(namespace)
                .list()
                .getItems()
                .stream()
                .map(template -> template.getMetadata().getName())
                .collect(Collectors.toSet());
    }

    /** The names of the templates that a pod refers to. */
    static List<String> templatesOf(Pod pod) {
        return pod.getSpec().getResourceClaims().stream()
                .map(PodResourceClaim::getResourceClaimTemplateName)
                .toList();
    }

    /** The template that the rewriting makes for these limits. */
    static Template template(String limits) {
        return Workloads.rewritten(Workloads.legacy("p", limits), List.of())
                .templates()
                .getFirst();
    }

    /** Whether the pod has a claim and no legacy name is left in it. */
    boolean rewritten(Pod pod) {
        String text = client.getKubernetesSerialization().asJson(pod.getSpec());
        return !pod.getSpec().getResourceClaims().isEmpty() && !text.contains("nvidia.com/");
    }

    /** The namespace goes, with gated pods alone, in Kubernetes' own time. */
    void abandon() {
        plane.admin().namespaces().withName(namespace).delete();
        client.close();
    }

    @Override
    public void close() {
        plane.remove(namespace);
        client.close();
    }
}
