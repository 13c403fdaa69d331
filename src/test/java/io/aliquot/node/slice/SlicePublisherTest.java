package io.aliquot.node.slice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.node.api.StandIn;
import io.aliquot.node.inventory.Place;
import io.aliquot.node.inventory.UsableCard;
import io.aliquot.node.state.Cards;
import io.aliquot.nvml.GpuCard;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SlicePublisherTest {
    private static final String SLICES = "/apis/resource.k8s.io/v1/resourceslices";
    private static final String NONE =
            "{apiVersion: resource.k8s.io/v1, kind: ResourceSliceList, metadata: {}, items: []}";
    private final SliceDevices devices = new SliceDevices(10);
    private StandIn api;
    private SlicePublisher publisher;

    @BeforeEach
    void start() throws IOException {
        api = new StandIn();
        api.answer("/api/v1/nodes/n1", "{apiVersion: v1, kind: Node, metadata: {name: n1, uid: node-1}}");
        api.answer(SLICES, NONE);
        publisher = new SlicePublisher(api.client, "gpu.aliquot.io", "n1");
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private static List<UsableCard> card(String trouble) {
        GpuCard card =
                new GpuCard(0, "GPU-1", "NVIDIA L4", 1 << 20, "0000:17:00.0", "8.9", "580", "13.0", false, trouble);
        return List.of(new UsableCard(card, new Place(Optional.empty(), Optional.empty()), Cards.card(0)));
    }

    private boolean publish(String trouble) {
        return publisher.publish(devices.of(card(trouble)), devices.withoutTaints(card(trouble)));
    }

    private List<String> writes() {
        return api.requests.stream()
                .filter(request -> !request.startsWith("GET"))
                .toList();
    }

    private static ObjectNode dropping(ObjectNode slice, String field) {
        for (JsonNode device : slice.at("/spec/devices")) {
            ((ObjectNode) device).remove(field);
        }
        return slice;
    }

    @Test
    void cardsAreOfferedOnceTheApiServerHasSaidThatItKeepsAllFields() {
        assertTrue(publish(""));
        assertEquals(List.of("POST " + SLICES + "?dryRun=All", "POST " + SLICES), writes());
    }

    @Test
    void whereFieldsOfSharingAreDroppedNothingIsEverOffered() {
        api.onWrite = slice -> dropping(slice, "allowMultipleAllocations");
        assertFalse(publish(""));
        assertFalse(publish(""));
        assertEquals(List.of("POST " + SLICES + "?dryRun=All", "POST " + SLICES + "?dryRun=All"), writes());
    }

    @Test
    void whereTaintsAreDroppedACardInTroubleIsNotOfferedAtAll() {
        api.onWrite = slice -> dropping(slice, "taints");
        assertTrue(publish("XID 79"));
        assertEquals(2, writes().size());
    }

    @Test
    void aSliceThatIsAsItShouldBeIsLeftAlone() {
        List<Device> now = devices.of(card(""));
        api.answer(SLICES, """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSliceList
                metadata: {}
                items:
                - metadata: {name: one, creationTimestamp: 2026-01-01T00:00:00Z}
                  spec:
                    driver: gpu.aliquot.io
                    nodeName: n1
                    pool: {name: n1, generation: 3, resourceSliceCount: 1}
                    devices: %s
                """.formatted(Serialization.asJson(now)));
        assertTrue(publish(""));
        assertEquals(List.of(), writes());
        assertTrue(publisher.withdraw());
        assertEquals(List.of("DELETE " + SLICES + "/one"), writes());
        api.answer(SLICES, NONE);
        assertFalse(publisher.withdraw());
    }
}
