package io.aliquot.claims.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.claims.Stored;
import io.aliquot.model.Card;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SliceReaderTest {
    private static ResourceSlice slice(String name, int generation, int slices, String device) {
        return Stored.slices("""
                metadata: {name: %s}
                spec:
                  driver: gpu.aliquot.io
                  nodeName: n1
                  pool: {name: n1, generation: %d, resourceSliceCount: %d}
                  devices:
                  - name: %s
                    attributes: {uuid: {string: "GPU-%s"}}
                    capacity: {memory: {value: 1Gi}}
                """.formatted(name, generation, slices, device, device))
                .getFirst();
    }

    private static List<String> names(ResourceSlice... slices) {
        return SliceReader.devices(List.of(slices)).stream()
                .map(device -> device.id().device())
                .toList();
    }

    @Test
    void onlyTheLatestGenerationOfAPoolCounts() {
        assertEquals(List.of("new"), names(slice("a", 1, 1, "old"), slice("b", 2, 1, "new")));
    }

    @Test
    void aPoolCountsForNothingUntilAllOfItsSlicesAreThere() {
        assertEquals(List.of(), names(slice("a", 2, 2, "first"), slice("b", 1, 1, "old")));
        assertEquals(List.of("first", "second"), names(slice("a", 2, 2, "first"), slice("b", 2, 2, "second")));
    }

    @Test
    void everyCardIsReadWithItsNodeItsNamesAndItsCapacities() {
        List<Device> devices = SliceReader.devices(Stored.slices());
        assertEquals(3, devices.size());
        Device first = devices.getFirst();
        assertEquals(Optional.of("n1"), first.node());
        assertTrue(first.shareable());
        assertFalse(first.tainted());
        assertEquals(Optional.of("NVIDIA A100-SXM4-80GB"), first.attribute("productName"));
        assertEquals(Optional.of("GPU-a1000000-0000-4000-8000-000000000001"), first.attribute("gpu.aliquot.io/uuid"));
        assertEquals(Optional.of("0"), first.attribute("resource.kubernetes.io/numaNode"));
        assertEquals(
                81559,
                Amount.mib(
                        Objects.requireNonNull(first.capacity().get("memory")).value()));
    }

    @Test
    void aTaintThatKeepsPodsOffIsSeenAndOneWithoutEffectIsNot() {
        assertTrue(tainted("NoSchedule"));
        assertTrue(tainted("NoExecute"));
        assertFalse(tainted("None"));
    }

    private static boolean tainted(String effect) {
        return SliceReader.devices(Stored.slices("""
                metadata: {name: a}
                spec:
                  driver: d
                  pool: {name: p, generation: 1, resourceSliceCount: 1}
                  devices: [{name: x, taints: [{key: health, effect: %s}]}]
                """.formatted(effect)))
                .getFirst()
                .tainted();
    }

    @Test
    void cardsAreReadByTheNamesOfTheMapping() {
        List<ResourceSlice> slices = new ArrayList<>(Stored.slices());
        slices.add(Stored.slices("""
                metadata: {name: other}
                spec:
                  driver: gpu.example.com
                  pool: {name: n9, generation: 1, resourceSliceCount: 1}
                  devices: [{name: x, capacity: {memory: {value: 4Gi}}}]
                """).getFirst());
        List<Card> cards = Cards.of(SliceReader.devices(slices), Stored.MAPPING);
        assertEquals(
                List.of(81559L, 81559L, 23034L),
                cards.stream().map(Card::memoryMib).toList());
        assertEquals(Optional.of("NVIDIA L4"), cards.getLast().type());
    }
}
