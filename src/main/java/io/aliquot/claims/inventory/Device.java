package io.aliquot.claims.inventory;

import java.util.Map;
import java.util.Optional;

/**
 * A card as its ResourceSlice shows it.
 *
 * @param id its name in the cluster
 * @param node the node that has it; empty for a device that several nodes reach
 * @param attributes attribute values as text, by the name in the slice
 * @param capacity capacities by the name in the slice
 * @param shareable whether several claims may have a part of it
 * @param tainted whether a taint keeps new claims off
 */
public record Device(
        DeviceId id,
        Optional<String> node,
        Map<String, String> attributes,
        Map<String, Capacity> capacity,
        boolean shareable,
        boolean tainted) {
    public Device {
        attributes = Map.copyOf(attributes);
        capacity = Map.copyOf(capacity);
    }

    /** An attribute by its plain name, or by the name qualified with the driver's domain. */
    public Optional<String> attribute(String name) {
        String domain = id.driver() + "/";
        String plain = name.startsWith(domain) ? name.substring(domain.length()) : name;
        return Optional.ofNullable(attributes.get(plain)).or(() -> Optional.ofNullable(attributes.get(domain + plain)));
    }
}
