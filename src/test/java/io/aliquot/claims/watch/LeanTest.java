package io.aliquot.claims.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.claims.Stored;
import io.aliquot.claims.inventory.ClaimReader;
import io.aliquot.claims.quota.PodTraits;
import io.aliquot.claims.request.ClaimAsk;
import io.aliquot.rewrite.Marks;
import io.aliquot.rewrite.Rewriter;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.golden.GoldenCases;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LeanTest {
    private static final KubernetesSerialization JSON = new KubernetesSerialization();

    record Example(String name, JsonNode pod, Rewriting.Rewritten rewritten) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Example> rewritten() {
        return GoldenCases.all().stream()
                .flatMap(golden -> golden.examples().stream()
                        .filter(example -> example.oldPod().isEmpty())
                        .filter(example -> example.pod().path("metadata").isObject())
                        .flatMap(example ->
                                Rewriter.rewrite(golden.input(example)) instanceof Rewriting.Rewritten rewritten
                                        ? Stream.of(new Example(golden.name(), example.pod(), rewritten))
                                        : Stream.empty()));
    }

    private static JsonNode lean(JsonNode pod) {
        return JSON.convertValue(Lean.pod(JSON.convertValue(pod, Pod.class)), JsonNode.class);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rewritten")
    void aPodIsReadAsBefore(Example example) {
        JsonNode lean = lean(example.pod());
        assertEquals(PodTraits.of(example.pod()), PodTraits.of(lean));
        Pod whole = JSON.convertValue(example.rewritten().pod(), Pod.class);
        Pod part = Lean.pod(JSON.convertValue(example.rewritten().pod(), Pod.class));
        assertEquals(
                whole.getMetadata().getAnnotations().get(Marks.REQUEST),
                part.getMetadata().getAnnotations().get(Marks.REQUEST));
        assertEquals(PodClaim.of(whole), PodClaim.of(part));
        PodClaim.of(whole)
                .forEach(claim -> assertEquals(ClaimUser.of(whole, claim.name()), ClaimUser.of(part, claim.name())));
    }

    @Test
    void whatIsNotReadIsGone() {
        ObjectNode pod = Stored.pod("p", "gpumem=3000");
        ObjectNode metadata = pod.withObjectProperty("metadata");
        metadata.withArrayProperty("managedFields").addObject().put("manager", "m");
        metadata.withObjectProperty("annotations").put("kubectl.kubernetes.io/last-applied-configuration", "{}");
        pod.withObjectProperty("spec").withArrayProperty("volumes").addObject().put("name", "v");
        ((ObjectNode) pod.at("/spec/containers/0")).putArray("args").add("--verbose");
        String text = lean(pod).toString();
        assertTrue(
                Stream.of("managedFields", "last-applied", "volumes", "--verbose")
                        .noneMatch(text::contains),
                text);
    }

    @Test
    void aClaimIsReadAsBefore() {
        String claim = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata:
                  name: c
                  namespace: team
                  labels: {app.kubernetes.io/managed-by: aliquot}
                  annotations: {resource.kubernetes.io/pod-claim-name: gpu-main}
                  ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: u}]
                  managedFields: [{manager: m}]
                spec:
                  devices:
                    requests:
                    - name: g0
                      exactly: {deviceClassName: gpu.aliquot.io, count: 1, capacity: {requests: {memory: 3000Mi}}}
                status:
                  reservedFor: [{resource: pods, name: p, uid: u}]
                  devices: [{driver: gpu.aliquot.io, pool: n1, device: gpu-0}]
                  allocation:
                    nodeSelector: {nodeSelectorTerms: []}
                    devices:
                      results:
                      - {request: g0, driver: gpu.aliquot.io, pool: n1, device: gpu-0, consumedCapacity: {memory: 3000Mi}}
                """;
        ResourceClaim whole = Stored.read(claim, ResourceClaim.class);
        ResourceClaim lean = Lean.claim(Stored.read(claim, ResourceClaim.class));
        assertEquals(ClaimReader.allocated(whole), ClaimReader.allocated(lean));
        assertEquals(1, ClaimReader.allocated(lean).size());
        assertEquals(ClaimAsk.of(whole.getSpec()), ClaimAsk.of(lean.getSpec()));
        assertEquals(ClaimReader.podClaim(whole), ClaimReader.podClaim(lean));
        assertEquals(List.of(), lean.getMetadata().getManagedFields());
    }
}
