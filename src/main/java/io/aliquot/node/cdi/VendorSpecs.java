package io.aliquot.node.cdi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/** Which CDI device brings a card, by the specs that the vendor's toolkit wrote on this host. */
public final class VendorSpecs {
    private static final Logger LOG = Logger.getLogger(VendorSpecs.class);
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final long MOST_BYTES = 8 << 20;
    private final List<Path> folders;
    private final String kind;

    /**
     * @param folders of CDI specs, the more important later
     * @param kind of the vendor's devices, for example {@code nvidia.com/gpu}
     */
    public VendorSpecs(List<Path> folders, String kind) {
        this.folders = folders;
        this.kind = kind;
    }

    /** From a device's bare name, as the specs give it (a UUID, an index), to its qualified name. */
    public Map<String, String> devices() {
        Map<String, String> devices = new HashMap<>();
        for (Path folder : folders) {
            if (Files.isDirectory(folder)) {
                readFolder(folder, devices);
            }
        }
        return devices;
    }

    private void readFolder(Path folder, Map<String, String> devices) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(VendorSpecs::isSpec).sorted().toList()) {
                readFile(file, devices);
            }
        } catch (IOException e) {
            LOG.warnf("CDI folder %s cannot be read: %s", folder, e.getMessage());
        }
    }

    private static boolean isSpec(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".json") || name.endsWith(".yaml");
    }

    private void readFile(Path file, Map<String, String> devices) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                return;
            }
            JsonNode spec = YAML.readTree(file.toFile());
            if (spec == null || !kind.equals(spec.path("kind").asText())) {
                return;
            }
            for (JsonNode device : spec.path("devices")) {
                String name = device.path("name").asText();
                devices.put(name, kind + "=" + name);
            }
        } catch (IOException e) {
            LOG.warnf("CDI spec %s is left out, it cannot be read: %s", file, e.getMessage());
        }
    }
}
