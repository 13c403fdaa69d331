package io.aliquot.rewrite.reading;

import io.aliquot.model.Backend;
import io.aliquot.model.Card;
import java.util.HashMap;
import java.util.Map;

/**
 * A device as a selector sees it.
 *
 * @param driver the domain of all attributes and capacities
 * @param attributes strings by their name; a name that is missing is an attribute the device lacks
 * @param memoryCapacity name of the memory capacity
 * @param memoryMib size of the memory in MiB
 */
public record Device(String driver, Map<String, String> attributes, String memoryCapacity, long memoryMib) {
    public Device {
        attributes = Map.copyOf(attributes);
    }

    /** {@code card} as the driver of {@code backend} would publish it. */
    public static Device of(Card card, Backend backend) {
        Map<String, String> attributes = new HashMap<>();
        card.uuid().ifPresent(uuid -> attributes.put(backend.uuidAttribute(), uuid));
        card.type().ifPresent(type -> attributes.put(backend.typeAttribute(), type));
        return new Device(card.driver(), attributes, backend.memoryCapacity(), card.memoryMib());
    }

    /** The fields of {@code device} in an expression; quantities are numbers of bytes. */
    Map<String, Object> variables() {
        return Map.of(
                "device.driver", driver,
                "device.attributes", Map.of(driver, attributes),
                "device.capacity", Map.of(driver, Map.of(memoryCapacity, memoryMib << 20)));
    }
}
