package io.aliquot.node.slice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.node.inventory.Place;
import io.aliquot.node.inventory.UsableCard;
import io.aliquot.node.state.Amount;
import io.aliquot.node.state.OfferedCard;
import io.aliquot.nvml.GpuCard;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SliceDevicesTest {
    @Test
    void aCardIsADeviceThatManyMayShare() {
        GpuCard card = new GpuCard(
                0, "GPU-1", "NVIDIA L4", 23034L << 20, "0000:17:00.0", "8.9", "580.65.06", "13.0", false, "");
        UsableCard usable = new UsableCard(
                card,
                new Place(Optional.of("pci0000:16"), Optional.of(1)),
                new OfferedCard("gpu-0", "GPU-1", "nvidia.com/gpu=GPU-1", new Amount(23034L << 20, 100, 1000)));
        assertEquals(
                """
                - allowMultipleAllocations: true
                  attributes:
                    type:
                      string: "aliquot-gpu"
                    uuid:
                      string: "GPU-1"
                    productName:
                      string: "NVIDIA L4"
                    brand:
                      string: "Nvidia"
                    architecture:
                      string: "Ada Lovelace"
                    cudaComputeCapability:
                      version: "8.9.0"
                    driverVersion:
                      version: "580.65.6"
                    cudaDriverVersion:
                      version: "13.0.0"
                    pcieBusID:
                      string: "0000:17:00.0"
                    resource.kubernetes.io/pcieRoot:
                      string: "pci0000:16"
                    resource.kubernetes.io/numaNode:
                      int: 1
                  capacity:
                    memory:
                      requestPolicy:
                        default: "23034Mi"
                        validRange:
                          min: "1Mi"
                          step: "1Mi"
                      value: "23034Mi"
                    cores:
                      requestPolicy:
                        default: "0"
                        validRange:
                          min: "0"
                          step: "1"
                      value: "100"
                    shares:
                      requestPolicy:
                        default: "142"
                        validRange:
                          min: "1"
                          step: "1"
                      value: "1k"
                  name: "gpu-0"
                """,
                Serialization.asYaml(new SliceDevices(7).of(List.of(usable))).replace("---\n", ""));
    }

    @ParameterizedTest
    @CsvSource({"580.65.06, 580.65.6", "13.0, 13.0.0", "8.0, 8.0.0", "535.104.05.1, 535.104.5", "9, 9.0.0"})
    void versionsBecomeSemanticVersions(String text, String semantic) {
        assertEquals(semantic, SliceDevices.version(text).getVersion());
    }

    @ParameterizedTest
    @CsvSource({
        "7.0, Volta",
        "7.5, Turing",
        "8.0, Ampere",
        "8.6, Ampere",
        "8.9, Ada Lovelace",
        "9.0, Hopper",
        "99.0, Unknown"
    })
    void architecturesHaveTheVendorsNames(String capability, String name) {
        assertEquals(name, Architecture.of(capability));
    }
}
