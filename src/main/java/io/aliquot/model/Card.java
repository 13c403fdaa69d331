package io.aliquot.model;

import java.util.Optional;

/**
 * A card in the cluster, as its ResourceSlice shows it. An unknown uuid or type passes every annotation.
 *
 * @param driver driver that publishes it
 * @param memoryMib memory in MiB
 * @param uuid the card's UUID
 * @param type the product name
 */
public record Card(String driver, long memoryMib, Optional<String> uuid, Optional<String> type) {
    /** A card of which only the memory is known. */
    public static Card ofSize(String driver, long memoryMib) {
        return new Card(driver, memoryMib, Optional.empty(), Optional.empty());
    }
}
