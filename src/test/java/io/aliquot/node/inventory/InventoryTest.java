package io.aliquot.node.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.node.state.Amount;
import io.aliquot.nvml.GpuCard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InventoryTest {
    private static final String RUN = "make-specs";
    private static final Place NOWHERE = new Place(Optional.empty(), Optional.empty());

    private static GpuCard card(int minor, boolean mig) {
        return new GpuCard(
                minor,
                "GPU-" + minor,
                "NVIDIA L4",
                (23034L << 20) + 77,
                "0000:17:00.0",
                "8.9",
                "580.65.06",
                "13.0",
                mig,
                "");
    }

    @Test
    void aCardIsOfferedWithWholeMebibytes() {
        Inventory inventory =
                Inventory.of(List.of(card(3, false)), Map.of("GPU-3", "nvidia.com/gpu=GPU-3"), RUN, bus -> NOWHERE);
        assertEquals(List.of(), inventory.problems());
        assertEquals(
                new Amount(23034L << 20, 100, 1000),
                inventory.cards().getFirst().offer().capacity());
    }

    @Test
    void aCardWithoutACdiSpecIsNotOfferedAndTheMessageSaysWhatToRun() {
        Inventory inventory = Inventory.of(List.of(card(3, false)), Map.of(), RUN, bus -> NOWHERE);
        assertEquals(List.of(), inventory.cards());
        assertEquals(
                List.of(
                        "card GPU-3: no CDI spec names it, or two files of one folder do and cancel each other; run 'make-specs' on the node"),
                inventory.problems());
    }

    @Test
    void aCardThatIsSplitByMigIsLeftToOthers() {
        Inventory inventory =
                Inventory.of(List.of(card(3, true)), Map.of("GPU-3", "nvidia.com/gpu=GPU-3"), RUN, bus -> NOWHERE);
        assertEquals(List.of(), inventory.cards());
    }

    @Test
    void sysfsTellsRootAndNumaNode(@TempDir Path sys) throws IOException {
        Path real = sys.resolve("devices/pci0000:16/0000:16:01.0/0000:17:00.0");
        Files.createDirectories(real);
        Files.createDirectories(sys.resolve("bus/pci/devices"));
        Files.createSymbolicLink(sys.resolve("bus/pci/devices/0000:17:00.0"), real);
        Files.writeString(real.resolve("numa_node"), "1\n");
        assertEquals(new Place(Optional.of("pci0000:16"), Optional.of(1)), Place.of(sys, "0000:17:00.0"));
        Files.writeString(real.resolve("numa_node"), "-1\n");
        assertEquals(Optional.empty(), Place.of(sys, "0000:17:00.0").numaNode());
        assertEquals(NOWHERE, Place.of(sys, "0000:99:00.0"));
    }
}
