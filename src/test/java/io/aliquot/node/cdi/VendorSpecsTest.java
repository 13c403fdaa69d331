package io.aliquot.node.cdi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VendorSpecsTest {
    @TempDir
    Path folder;

    private Map<String, String> devices() {
        return new VendorSpecs(List.of(folder.resolve("absent"), folder), "nvidia.com/gpu").devices();
    }

    @Test
    void readsYamlAndJsonOfTheVendorsKindOnly() throws IOException {
        Files.writeString(folder.resolve("nvidia.yaml"), """
                cdiVersion: 0.5.0
                kind: nvidia.com/gpu
                devices:
                - name: "0"
                  containerEdits: {deviceNodes: [{path: /dev/nvidia0}]}
                - name: GPU-1
                  containerEdits: {deviceNodes: [{path: /dev/nvidia0}]}
                """);
        Files.writeString(folder.resolve("more.json"), """
                {"cdiVersion": "0.5.0", "kind": "nvidia.com/gpu", "devices": [{"name": "GPU-2"}]}""");
        Files.writeString(folder.resolve("other.json"), """
                {"kind": "k8s.gpu.aliquot.io/claim", "devices": [{"name": "GPU-3"}]}""");
        Files.writeString(folder.resolve("notes.txt"), "kind: nvidia.com/gpu");
        assertEquals(
                Map.of("0", "nvidia.com/gpu=0", "GPU-1", "nvidia.com/gpu=GPU-1", "GPU-2", "nvidia.com/gpu=GPU-2"),
                devices());
    }

    @Test
    void aDeviceThatTwoFilesOfOneFolderNameIsNoneAndALaterFolderWins() throws IOException {
        String spec = """
                {"kind": "nvidia.com/gpu", "devices": [{"name": "GPU-2"}, {"name": "GPU-2"}]}""";
        Files.writeString(folder.resolve("a.json"), spec);
        assertEquals(Map.of("GPU-2", "nvidia.com/gpu=GPU-2"), devices());
        Files.writeString(folder.resolve("b.json"), spec);
        assertEquals(Map.of(), devices());
        Path later = Files.createDirectory(folder.resolve("later"));
        Files.writeString(later.resolve("c.json"), spec);
        assertEquals(
                Map.of("GPU-2", "nvidia.com/gpu=GPU-2"),
                new VendorSpecs(List.of(folder, later), "nvidia.com/gpu").devices());
    }

    @Test
    void aBrokenFileHidesNoOther() throws IOException {
        Files.writeString(folder.resolve("a.yaml"), "kind: [");
        Files.writeString(folder.resolve("b.yaml"), "");
        Files.writeString(folder.resolve("c.json"), """
                {"kind": "nvidia.com/gpu", "devices": [{"name": "GPU-2"}]}""");
        assertEquals(Map.of("GPU-2", "nvidia.com/gpu=GPU-2"), devices());
    }
}
