package io.aliquot.claims.inventory;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The cards of the cluster and who has how much of them.
 *
 * @param devices the cards
 * @param allocated what each card's users have
 */
public record Inventory(List<Device> devices, Map<DeviceId, List<Allocated>> allocated) {
    public Inventory {
        devices = List.copyOf(devices);
        allocated = Map.copyOf(allocated);
    }

    /** Reads slices and claims as they are stored. */
    public static Inventory of(Collection<ResourceSlice> slices, Collection<ResourceClaim> claims) {
        Map<DeviceId, List<Allocated>> allocated = claims.stream()
                .flatMap(claim -> ClaimReader.allocated(claim).stream())
                .collect(Collectors.groupingBy(Allocated::device));
        return new Inventory(SliceReader.devices(slices), allocated);
    }

    /** Who has the device, or a part of it. */
    public List<Allocated> users(Device device) {
        return allocated.getOrDefault(device.id(), List.of());
    }

    /** How much of a capacity is in use; a user of a device that is not shared has all of it. */
    public BigDecimal used(Device device, String capacity) {
        return users(device).stream()
                .map(user -> part(device, user, capacity))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** How much of a capacity nobody has; zero when the device lacks the capacity. */
    public BigDecimal free(Device device, String capacity) {
        Capacity whole = device.capacity().get(capacity);
        return whole == null
                ? BigDecimal.ZERO
                : whole.value().subtract(used(device, capacity)).max(BigDecimal.ZERO);
    }

    /** How much of a capacity one user of the device has. */
    public static BigDecimal part(Device device, Allocated user, String capacity) {
        if (!user.consumed().isEmpty()) {
            return user.consumed().getOrDefault(capacity, BigDecimal.ZERO);
        }
        Capacity whole = device.capacity().get(capacity);
        return whole == null ? BigDecimal.ZERO : whole.value();
    }
}
