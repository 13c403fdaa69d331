package io.aliquot.claims.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.claims.Stored;
import io.aliquot.claims.inventory.AllocationView.CardUse;
import io.aliquot.claims.inventory.AllocationView.ShareUse;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AllocationViewTest {
    private static final double MIB = 1024.0 * 1024;

    private static AllocationView view(AllocationView.Containers containers, ResourceClaim... claims) {
        return AllocationView.of(Inventory.of(Stored.slices(), List.of(claims)), Stored.MAPPING, containers);
    }

    @Test
    void aCardShowsItsWholeAndTheSumOfWhatItsUsersHave() {
        AllocationView view = view(
                (namespace, pod, claim) -> Optional.empty(),
                Stored.allocated("a", "n1", "gpu-0", "memory=8000Mi cores=30 shares=100"),
                Stored.allocated("b", "n1", "gpu-0", "memory=2000Mi cores=0 shares=100"));
        CardUse used = view.cards().getFirst();
        assertEquals(81559 * MIB, used.memoryLimit());
        assertEquals(10000 * MIB, used.memoryAllocated());
        assertEquals(Optional.of(100.0), used.coresLimit());
        assertEquals(Optional.of(30.0), used.coresAllocated());
        assertEquals("n1", used.card().node());
        assertEquals("GPU-a1000000-0000-4000-8000-000000000001", used.card().uuid());
        assertEquals("NVIDIA A100-SXM4-80GB", used.card().type());
        CardUse idle = view.cards().get(1);
        assertEquals(0, idle.memoryAllocated());
        assertEquals(Optional.of(0.0), idle.coresAllocated());
    }

    @Test
    void aShareCarriesItsPodAndTheContainerThatUsesTheClaim() {
        AllocationView view = view(
                (namespace, pod, claim) -> Optional.of("trainer of " + pod + " by " + claim),
                Stored.allocated("a", "n2", "gpu-0", "memory=8000Mi cores=30 shares=100"));
        ShareUse share = view.shares().getFirst();
        assertEquals("team", share.namespace());
        assertEquals("a", share.pod());
        assertEquals("trainer of a by gpu-main", share.container());
        assertEquals(8000 * MIB, share.memory());
        assertEquals(Optional.of(30.0), share.cores());
        assertEquals("n2", share.card().node());
    }

    @Test
    void aContainerIsNamedByItsClaimWhileThePodIsNotKnown() {
        AllocationView view = view(
                (namespace, pod, claim) -> Optional.empty(),
                Stored.allocated("a", "n1", "gpu-0", "memory=1Mi cores=0 shares=100"));
        assertEquals("main", view.shares().getFirst().container());
    }

    @Test
    void aUserOfADeviceThatIsNotSharedHasAllOfItAndADeviceWithoutAUuidGoesByItsName() {
        List<io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice> slices = Stored.slices("""
                metadata: {name: a}
                spec:
                  driver: gpu.aliquot.io
                  nodeName: n1
                  pool: {name: n1, generation: 1, resourceSliceCount: 1}
                  devices: [{name: gpu-0, capacity: {memory: {value: 1Gi}}}]
                """);
        AllocationView view = AllocationView.of(
                Inventory.of(slices, List.of(Stored.allocated("a", "n1", "gpu-0", ""))),
                Stored.MAPPING,
                (namespace, pod, claim) -> Optional.empty());
        assertEquals(1024 * MIB, view.cards().getFirst().memoryAllocated());
        assertEquals("n1/gpu-0", view.cards().getFirst().card().uuid());
        assertEquals(Optional.empty(), view.cards().getFirst().coresLimit());
    }
}
