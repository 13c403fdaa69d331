package io.aliquot.node.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoexistenceTest {
    private static final String SLICES = "/apis/resource.k8s.io/v1/resourceslices";
    private StandIn api;

    @BeforeEach
    void start() throws IOException {
        api = new StandIn();
        api.answer(SLICES, "{apiVersion: resource.k8s.io/v1, kind: ResourceSliceList, metadata: {}, items: []}");
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private List<String> conflicts(String allocatable) {
        api.answer(
                "/api/v1/nodes/n1",
                "{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {" + allocatable + "}}}");
        return new Coexistence(api.client, "gpu.aliquot.io", "n1", "example.com/card").conflicts(Set.of("GPU-1"));
    }

    @ParameterizedTest
    @CsvSource({
        "nvidia.com/gpu, 2, 1",
        "nvidia.com/gpu, 0, 0",
        "nvidia.com/gpu.shared, 10, 1",
        "nvidia.com/mig-1g.5gb, 7, 0",
        "example.com/card, 1, 1",
        "example.com/other, 1, 0",
        "nvidia.com/gpumem, 8000, 0",
        "cpu, 16, 0",
    })
    void aNodeWhoseCardsADevicePluginCountsIsAConflict(String name, String count, int conflicts) {
        assertEquals(conflicts, conflicts(name + ": '" + count + "'").size());
    }

    @Test
    void aCardThatAnotherDriverOffersIsOneAndOurOwnSliceIsNone() {
        api.answer(SLICES, """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSliceList
                metadata: {}
                items:
                - {metadata: {name: a}, spec: {driver: gpu.aliquot.io, devices: [{name: g, attributes: {uuid: {string: GPU-1}}}]}}
                - {metadata: {name: b}, spec: {driver: gpu.example.com, devices: [{name: g, attributes: {uuid: {string: GPU-1}}}, {name: h, attributes: {uuid: {string: GPU-2}}}, {name: i}]}}
                """);
        List<String> conflicts = conflicts("cpu: '1'");
        assertEquals(1, conflicts.size());
        assertTrue(conflicts.getFirst().startsWith("card GPU-1 is offered by driver gpu.example.com too"));
    }
}
