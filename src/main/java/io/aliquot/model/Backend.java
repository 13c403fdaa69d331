package io.aliquot.model;

import java.util.Optional;

/**
 * The DRA driver that serves a mapping, in the words of its ResourceSlices.
 *
 * @param driver driver name, the domain of its attributes and capacities
 * @param deviceClass DeviceClass named in requests
 * @param memoryCapacity capacity name of the memory
 * @param coresCapacity capacity name of the compute percentage; empty when the driver has none
 * @param sharesCapacity capacity name that makes a card exclusive when all of it is asked for; empty when it has none
 * @param allShares how much of {@code sharesCapacity} a card has
 * @param uuidAttribute attribute with the card's UUID
 * @param typeAttribute attribute with the product name
 * @param typePrefix what the old system put before a product name that does not begin with it ({@code NVIDIA}); empty
 *     for none
 * @param numaAttribute fully qualified attribute with the NUMA node; empty when the driver does not publish it
 * @param enforced whether the driver makes memory and compute true in the container; a warning otherwise
 */
public record Backend(
        String driver,
        String deviceClass,
        String memoryCapacity,
        Optional<String> coresCapacity,
        Optional<String> sharesCapacity,
        long allShares,
        String uuidAttribute,
        String typeAttribute,
        String typePrefix,
        Optional<String> numaAttribute,
        boolean enforced) {}
