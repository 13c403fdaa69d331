package io.aliquot.node.cdi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /** The runtime knows none of the devices that two files of one folder name. */
    private void readFolder(Path folder, Map<String, String> devices) {
        Map<String, List<Path>> named = new HashMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(VendorSpecs::isSpec).sorted().toList()) {
                names(file)
                        .forEach(name -> named.computeIfAbsent(name, none -> new ArrayList<>())
                                .add(file));
            }
            named.forEach((name, from) -> put(name, from, devices));
        } catch (IOException e) {
            LOG.warnf("CDI folder %s cannot be read: %s", folder, e.getMessage());
        }
    }

    /** Specs of claims are not the vendor's, and may be many. */
    private static boolean isSpec(Path file) {
        String name = file.getFileName().toString();
        return !name.contains("-claim_") && (name.endsWith(".json") || name.endsWith(".yaml"));
    }

    private void put(String name, List<Path> from, Map<String, String> devices) {
        if (from.size() == 1) {
            devices.put(name, kind + "=" + name);
        } else {
            devices.remove(name);
            LOG.warnf("CDI device %s=%s is in more than one file, so no container can have it: %s", kind, name, from);
        }
    }

    private Set<String> names(Path file) {
        Set<String> names = new LinkedHashSet<>();
        try {
            JsonNode spec = Files.size(file) > MOST_BYTES ? null : YAML.readTree(file.toFile());
            if (spec != null && kind.equals(spec.path("kind").asText())) {
                spec.path("devices")
                        .forEach(device -> names.add(device.path("name").asText()));
            }
        } catch (IOException e) {
            LOG.warnf("CDI spec %s is left out, it cannot be read: %s", file, e.getMessage());
        }
        return names;
    }
}
