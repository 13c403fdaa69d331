package io.aliquot.claims.coexistence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.claims.Stored;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NeighboursTest {
    private final Neighbours neighbours = new Neighbours(Stored.MAPPING);

    @ParameterizedTest(name = "{0} with webhook {1} for {2}: {3}")
    @CsvSource({
        "hami-webhook,     vgpu.hami.io,          pods,        true",
        "release-webhook,  vgpu.hami.io,          pods,        true",
        "hami-dra-webhook, mutate.example.com,    pods,        true",
        "release-webhook,  vgpu.hami.io,          '*',         true",
        "hami-webhook,     vgpu.hami.io,          deployments, false",
        "sidecar-injector, inject.example.com,    pods,        false",
        "aliquot,          hami.example.com,      pods,        false"
    })
    void theOldSystemsWebhookIsFound(String name, String webhook, String resource, boolean found) {
        MutatingWebhookConfiguration configuration = Stored.read(
                "metadata: {name: %s}\nwebhooks: [{name: %s, rules: [{resources: ['%s']}]}]"
                        .formatted(name, webhook, resource),
                MutatingWebhookConfiguration.class);
        assertEquals(
                found, !neighbours.webhooks(List.of(configuration), "aliquot").isEmpty());
    }

    private static Node node(String name, String allocatable) {
        return Stored.read(
                "metadata: {name: %s}\nstatus: {allocatable: {%s}}".formatted(name, allocatable), Node.class);
    }

    @Test
    void aNodeThatStillOffersAMappedCountIsNamed() {
        List<Node> nodes = List.of(
                node("n1", "nvidia.com/gpu: 10"),
                node("n2", "nvidia.com/gpu: 0"),
                node("n3", "cpu: 4"),
                node("n4", ""));
        assertEquals(
                List.of("node n1 still offers nvidia.com/gpu through a device plugin: its cards can be given out twice;"
                        + " stop the device plugin"),
                neighbours.nodes(nodes));
    }

    @Test
    void ofManyNodesThreeAreNamed() {
        List<Node> nodes = IntStream.range(0, 9)
                .mapToObj(i -> node("n" + i, "nvidia.com/gpu: 1"))
                .toList();
        assertEquals(
                List.of(
                        "nodes n0, n1, n2 and 6 more still offer nvidia.com/gpu through a device plugin: its cards can be"
                                + " given out twice; stop the device plugin"),
                neighbours.nodes(nodes));
    }

    private static DeviceClass deviceClass(String name, String owned) {
        return Stored.read("metadata: {name: %s}\nspec: {%s}".formatted(name, owned), DeviceClass.class);
    }

    @Test
    void aClassThatOwnsAMappedNameIsTold() {
        assertEquals(
                List.of(),
                neighbours.classes(List.of(
                        deviceClass("gpu.aliquot.io", ""), deviceClass("a", "extendedResourceName: example.com/tpu"))));
        assertEquals(
                List.of("DeviceClass a owns the name nvidia.com/gpu as extendedResourceName: pods that opt out of"
                        + " rewriting get whole cards by it"),
                neighbours.classes(List.of(deviceClass("a", "extendedResourceName: nvidia.com/gpu"))));
    }
}
