package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;

/** The claims of the pods of a namespace, and the cards that they got. */
record Claims(Kubectl kubectl) {
    /** The objects of a kind. */
    List<JsonNode> all(String kind) {
        return StoredPod.read(kubectl.ok("get", kind, "-o", "json"))
                .path("items")
                .valueStream()
                .toList();
    }

    private JsonNode pod(String name) {
        return StoredPod.read(kubectl.ok("get", "pod", name, "-o", "json"));
    }

    void awaitRunning(String pod) {
        Await.until(
                pod + " runs",
                () -> kubectl.ok("get", "pod", pod, "-o", "jsonpath={.status.phase}")
                        .equals("Running"));
    }

    /** Once the scheduler has said so. */
    void awaitUnschedulable(String pod) {
        Await.until(
                pod + " finds no place",
                () -> kubectl.ok(
                                "get",
                                "pod",
                                pod,
                                "-o",
                                "jsonpath={.status.conditions[?(@.type=='PodScheduled')].reason}")
                        .equals("Unschedulable"));
    }

    /** The claims that Kubernetes made for a pod. */
    List<JsonNode> of(String pod) {
        return all("resourceclaims").stream()
                .filter(claim -> claim.at("/metadata/ownerReferences")
                        .valueStream()
                        .anyMatch(owner -> owner.path("name").asText().equals(pod)))
                .toList();
    }

    void areMadeFromTheirTemplates(JsonNode pod) {
        List<JsonNode> specs = StoredPod.of(kubectl, pod).templates().stream()
                .map(template -> template.spec().path("spec"))
                .toList();
        List<JsonNode> claims = of(pod.at("/metadata/name").asText()).stream()
                .map(claim -> claim.path("spec"))
                .toList();
        specs.forEach(spec -> assertTrue(claims.contains(spec), () -> spec + " is not one of " + claims));
    }

    /** Node and device of every card that a pod got, {@code n1/gpu-0}. */
    List<String> cards(String pod) {
        return results(pod)
                .map(result -> result.path("pool").asText() + "/"
                        + result.path("device").asText())
                .toList();
    }

    /** What a pod consumes of a capacity on each of its cards. */
    List<String> consumed(String pod, String capacity) {
        return results(pod)
                .map(result -> result.at("/consumedCapacity/" + capacity).asText())
                .toList();
    }

    private Stream<JsonNode> results(String pod) {
        return of(pod).stream()
                .flatMap(claim -> claim.at("/status/allocation/devices/results").valueStream());
    }

    /** The node that a pod runs on. */
    String node(String pod) {
        return pod(pod).at("/spec/nodeName").asText();
    }
}
