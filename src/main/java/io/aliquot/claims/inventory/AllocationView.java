package io.aliquot.claims.inventory;

import io.aliquot.model.Backend;
import io.aliquot.model.Mapping;
import io.aliquot.model.VendorMapping;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Who has how much of which card, in the numbers that users chart.
 *
 * @param cards one entry per card of a mapped driver
 * @param shares one entry per card and claim on it
 */
public record AllocationView(List<CardUse> cards, List<ShareUse> shares) {
    private static final String CLAIM_PREFIX = "gpu-";
    private static final BigDecimal ALL = BigDecimal.valueOf(100);

    /**
     * Where a card is and what it is; texts are empty when its slice does not say. A card without a UUID goes by pool and
     * device, as two cards of a node must not look like one.
     */
    public record CardLabels(String node, String uuid, String type) {}

    /**
     * A card. Memory in bytes, cores in percent of the card; cores are empty when the driver does not count them.
     */
    public record CardUse(
            CardLabels card,
            double memoryLimit,
            double memoryAllocated,
            Optional<Double> coresLimit,
            Optional<Double> coresAllocated) {}

    /** A container's part of a card. Memory in bytes, cores in percent of the card. */
    public record ShareUse(
            CardLabels card, String namespace, String pod, String container, double memory, Optional<Double> cores) {}

    /** Finds the container that uses a pod's claim. */
    public interface Containers {
        Optional<String> using(String namespace, String pod, String podClaim);
    }

    public AllocationView {
        cards = List.copyOf(cards);
        shares = List.copyOf(shares);
    }

    /** Reads the view of all mapped drivers. */
    public static AllocationView of(Inventory inventory, Mapping mapping, Containers containers) {
        List<Backend> backends = mapping.vendors().stream()
                .map(VendorMapping::backend)
                .filter(distinctDriver())
                .toList();
        return new AllocationView(
                backends.stream()
                        .flatMap(backend -> devices(inventory, backend).map(device -> use(inventory, device, backend)))
                        .toList(),
                backends.stream()
                        .flatMap(backend -> devices(inventory, backend)
                                .flatMap(device -> inventory.users(device).stream()
                                        .map(user -> share(device, user, backend, containers))))
                        .toList());
    }

    private static Predicate<Backend> distinctDriver() {
        Set<String> seen = new HashSet<>();
        return backend -> seen.add(backend.driver());
    }

    private static Stream<Device> devices(Inventory inventory, Backend backend) {
        return inventory.devices().stream()
                .filter(device -> device.id().driver().equals(backend.driver()))
                .filter(device -> device.capacity().containsKey(backend.memoryCapacity()));
    }

    private static CardUse use(Inventory inventory, Device device, Backend backend) {
        String memory = backend.memoryCapacity();
        return new CardUse(
                labels(device, backend),
                whole(device, memory).doubleValue(),
                inventory.used(device, memory).doubleValue(),
                backend.coresCapacity().filter(device.capacity()::containsKey).map(name -> 100.0),
                backend.coresCapacity().flatMap(name -> percent(device, name, inventory.used(device, name))));
    }

    private static ShareUse share(Device device, Allocated user, Backend backend, Containers containers) {
        String pod = user.pod().orElse("");
        String container = user.podClaim()
                .map(claim -> containers
                        .using(user.namespace(), pod, claim)
                        .orElseGet(() -> claim.startsWith(CLAIM_PREFIX) ? claim.substring(CLAIM_PREFIX.length()) : ""))
                .orElse("");
        return new ShareUse(
                labels(device, backend),
                user.namespace(),
                pod,
                container,
                Inventory.part(device, user, backend.memoryCapacity()).doubleValue(),
                backend.coresCapacity().flatMap(name -> percent(device, name, Inventory.part(device, user, name))));
    }

    private static BigDecimal whole(Device device, String capacity) {
        return Optional.ofNullable(device.capacity().get(capacity))
                .map(Capacity::value)
                .orElse(BigDecimal.ZERO);
    }

    private static CardLabels labels(Device device, Backend backend) {
        return new CardLabels(
                device.node().orElse(""),
                device.attribute(backend.uuidAttribute())
                        .orElse(device.id().pool() + "/" + device.id().device()),
                device.attribute(backend.typeAttribute()).orElse(""));
    }

    private static Optional<Double> percent(Device device, String capacity, BigDecimal part) {
        return Optional.ofNullable(device.capacity().get(capacity))
                .map(Capacity::value)
                .filter(whole -> whole.signum() > 0)
                .map(whole ->
                        part.multiply(ALL).divide(whole, MathContext.DECIMAL64).doubleValue());
    }
}
