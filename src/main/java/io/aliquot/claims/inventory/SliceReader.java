package io.aliquot.claims.inventory;

import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequestPolicy;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequestPolicyRange;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.ResourcePool;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the devices that the scheduler would consider: those of complete pools, of the latest generation only. */
public final class SliceReader {
    private record PoolId(String driver, String pool) {}

    private SliceReader() {}

    /** The devices, in the order of the slices' names. */
    public static List<Device> devices(Collection<ResourceSlice> slices) {
        Map<PoolId, List<ResourceSlice>> pools = new LinkedHashMap<>();
        slices.stream()
                .filter(slice -> slice.getSpec() != null && slice.getSpec().getPool() != null)
                .sorted((a, b) ->
                        a.getMetadata().getName().compareTo(b.getMetadata().getName()))
                .forEach(slice -> pools.computeIfAbsent(
                                new PoolId(
                                        slice.getSpec().getDriver(),
                                        slice.getSpec().getPool().getName()),
                                id -> new ArrayList<>())
                        .add(slice));
        return pools.values().stream()
                .flatMap(pool -> latest(pool).stream())
                .flatMap(SliceReader::devices)
                .toList();
    }

    /** A pool that is being rewritten counts for nothing until its last slice is there. */
    private static List<ResourceSlice> latest(List<ResourceSlice> pool) {
        long generation = pool.stream().mapToLong(SliceReader::generation).max().orElse(0);
        List<ResourceSlice> latest =
                pool.stream().filter(slice -> generation(slice) == generation).toList();
        Long expected = latest.getFirst().getSpec().getPool().getResourceSliceCount();
        return expected != null && latest.size() >= expected ? latest : List.of();
    }

    private static long generation(ResourceSlice slice) {
        ResourcePool pool = slice.getSpec().getPool();
        return Optional.ofNullable(pool.getGeneration()).orElse(0L);
    }

    private static Stream<Device> devices(ResourceSlice slice) {
        return orEmpty(slice.getSpec().getDevices()).stream().map(device -> device(slice, device));
    }

    private static Device device(ResourceSlice slice, io.fabric8.kubernetes.api.model.resource.v1.Device device) {
        DeviceId id = new DeviceId(
                slice.getSpec().getDriver(), slice.getSpec().getPool().getName(), device.getName());
        Optional<String> node = Optional.ofNullable(slice.getSpec().getNodeName())
                .or(() -> Optional.ofNullable(device.getNodeName()))
                .filter(name -> !name.isEmpty());
        Map<String, String> attributes = new LinkedHashMap<>();
        orEmpty(device.getAttributes())
                .forEach((name, value) -> text(value).ifPresent(text -> attributes.put(name, text)));
        Map<String, Capacity> capacity = new LinkedHashMap<>();
        orEmpty(device.getCapacity())
                .forEach((name, value) -> capacity(value).ifPresent(read -> capacity.put(name, read)));
        boolean shareable = Boolean.TRUE.equals(device.getAllowMultipleAllocations());
        return new Device(
                id,
                node,
                attributes,
                capacity,
                shareable,
                orEmpty(device.getTaints()).stream().anyMatch(SliceReader::repels));
    }

    private static boolean repels(DeviceTaint taint) {
        return "NoSchedule".equals(taint.getEffect()) || "NoExecute".equals(taint.getEffect());
    }

    private static Optional<String> text(DeviceAttribute attribute) {
        return Stream.of(
                        Optional.ofNullable(attribute.getString()),
                        Optional.ofNullable(attribute.getVersion()),
                        Optional.ofNullable(attribute.getInt()).map(String::valueOf),
                        Optional.ofNullable(attribute.getBool()).map(String::valueOf))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<Capacity> capacity(DeviceCapacity capacity) {
        return Amount.of(capacity.getValue())
                .map(value -> new Capacity(
                        value, Optional.ofNullable(capacity.getRequestPolicy()).map(SliceReader::policy)));
    }

    private static Capacity.Policy policy(CapacityRequestPolicy policy) {
        Optional<CapacityRequestPolicyRange> range = Optional.ofNullable(policy.getValidRange());
        List<BigDecimal> valid = orEmpty(policy.getValidValues()).stream()
                .flatMap(value -> Amount.of(value).stream())
                .sorted()
                .toList();
        return new Capacity.Policy(
                Amount.of(policy.getDefault()),
                range.flatMap(r -> Amount.of(r.getMin())),
                range.flatMap(r -> Amount.of(r.getMax())),
                range.flatMap(r -> Amount.of(r.getStep())),
                valid);
    }

    private static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    private static <K, V> Map<K, V> orEmpty(@Nullable Map<K, V> map) {
        return map == null ? Map.of() : map;
    }
}
