package io.aliquot.node.state;

/**
 * A card that this node offers to the scheduler.
 *
 * @param device its name in the ResourceSlice
 * @param uuid the card's UUID, {@code GPU-…}
 * @param cdiDevice what the vendor's own CDI spec calls it, for example {@code nvidia.com/gpu=GPU-…}
 * @param capacity what the ResourceSlice says it has
 */
public record OfferedCard(String device, String uuid, String cdiDevice, Amount capacity) {}
