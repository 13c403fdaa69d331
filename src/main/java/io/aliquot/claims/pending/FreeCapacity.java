package io.aliquot.claims.pending;

import io.aliquot.claims.inventory.Capacity;
import io.aliquot.claims.inventory.Device;
import io.aliquot.claims.inventory.DeviceId;
import io.aliquot.claims.inventory.Inventory;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is free on cards while the claims of one pod are placed one after the other. */
final class FreeCapacity {
    private final Inventory inventory;
    private final Map<DeviceId, Map<String, BigDecimal>> taken = new HashMap<>();
    private final Set<DeviceId> whole = new HashSet<>();

    FreeCapacity(Inventory inventory) {
        this.inventory = inventory;
    }

    /** How much of a capacity nobody has. */
    BigDecimal of(Device device, String capacity) {
        if (whole.contains(device.id())) {
            return BigDecimal.ZERO;
        }
        BigDecimal alsoTaken = taken.getOrDefault(device.id(), Map.of()).getOrDefault(capacity, BigDecimal.ZERO);
        return inventory.free(device, capacity).subtract(alsoTaken);
    }

    /** How much a request consumes; what no rounding can serve is taken as it was asked. */
    static BigDecimal need(Device device, String capacity, Map<String, BigDecimal> asked) {
        Optional<BigDecimal> amount = Optional.ofNullable(asked.get(capacity));
        Capacity present = device.capacity().get(capacity);
        return present == null
                ? amount.orElse(BigDecimal.ZERO)
                : present.consumed(amount).or(() -> amount).orElse(BigDecimal.ZERO);
    }

    boolean enough(Device device, String capacity, Map<String, BigDecimal> asked) {
        return of(device, capacity).compareTo(need(device, capacity, asked)) >= 0;
    }

    /** Whether every capacity suffices. */
    boolean fits(Device device, Map<String, BigDecimal> asked) {
        boolean free = device.shareable() || (inventory.users(device).isEmpty() && !whole.contains(device.id()));
        return free
                && device.capacity().keySet().containsAll(asked.keySet())
                && device.capacity().keySet().stream().allMatch(capacity -> enough(device, capacity, asked));
    }

    void take(Device device, Map<String, BigDecimal> asked) {
        if (!device.shareable()) {
            whole.add(device.id());
        }
        Map<String, BigDecimal> mine = taken.computeIfAbsent(device.id(), id -> new HashMap<>());
        device.capacity()
                .keySet()
                .forEach(capacity -> mine.merge(capacity, need(device, capacity, asked), BigDecimal::add));
    }
}
