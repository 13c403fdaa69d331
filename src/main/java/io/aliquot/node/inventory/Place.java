package io.aliquot.node.inventory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Where a PCI device sits, by sysfs. Virtual machines and containers may not show it. */
public record Place(Optional<String> pcieRoot, Optional<Integer> numaNode) {
    private static final Pattern ROOT = Pattern.compile("pci[0-9a-f]{4,8}:[0-9a-f]{2}");

    /** Where the device with this address sits; {@code sys} is where sysfs is mounted. */
    public static Place of(Path sys, String busId) {
        Path device = sys.resolve("bus/pci/devices").resolve(busId);
        return new Place(root(device), numa(device));
    }

    private static Optional<String> root(Path device) {
        try {
            for (Path part : device.toRealPath()) {
                if (ROOT.matcher(part.toString()).matches()) {
                    return Optional.of(part.toString());
                }
            }
        } catch (IOException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    private static Optional<Integer> numa(Path device) {
        try {
            int node = Integer.parseInt(
                    Files.readString(device.resolve("numa_node")).strip());
            return node < 0 ? Optional.empty() : Optional.of(node);
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }
}
