package io.aliquot.node.slice;

import io.aliquot.model.Quantity;
import io.aliquot.node.inventory.Inventory;
import io.aliquot.node.inventory.UsableCard;
import io.aliquot.nvml.GpuCard;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Cards as devices of a ResourceSlice. */
public final class SliceDevices {
    private static final String UNHEALTHY = "gpu.aliquot.io/unhealthy";
    private static final String STANDARD = "resource.kubernetes.io/";
    private static final Pattern LEADING_ZEROS = Pattern.compile("\\b0+(?=[0-9])");
    private final int sharesOfOne;

    /** @param splitCount how many shares that say nothing else one card has room for */
    public SliceDevices(int splitCount) {
        this.sharesOfOne = Math.max(1, Inventory.SHARES / splitCount);
    }

    public List<Device> of(List<UsableCard> cards) {
        return cards.stream().map(this::device).toList();
    }

    /** Without what older API servers drop: there a card in trouble is no device at all. */
    public List<Device> withoutTaints(List<UsableCard> cards) {
        return of(cards.stream().filter(card -> card.card().trouble().isEmpty()).toList());
    }

    private Device device(UsableCard usable) {
        String memory = Quantity.canonicalMib(usable.offer().capacity().memory() >> 20);
        Map<String, DeviceCapacity> capacity = new LinkedHashMap<>();
        capacity.put("memory", capacity(memory, memory, "1Mi", "1Mi"));
        capacity.put("cores", capacity(String.valueOf(Inventory.CORES), "0", "0", "1"));
        capacity.put(
                "shares",
                capacity(Quantity.canonicalCount(Inventory.SHARES), Quantity.canonicalCount(sharesOfOne), "1", "1"));
        return new DeviceBuilder()
                .withName(usable.offer().device())
                .withAllowMultipleAllocations(true)
                .withAttributes(attributes(usable))
                .withCapacity(capacity)
                .withTaints(taints(usable.card()))
                .build();
    }

    /** Nothing new is placed on a card in trouble; what runs there is left to its owner. */
    private static List<DeviceTaint> taints(GpuCard card) {
        return card.trouble().isEmpty()
                ? List.of()
                : List.of(new DeviceTaintBuilder()
                        .withKey(UNHEALTHY)
                        .withValue("true")
                        .withEffect("NoSchedule")
                        .build());
    }

    private static DeviceCapacity capacity(String value, String byDefault, String min, String step) {
        return new DeviceCapacityBuilder()
                .withValue(quantity(value))
                .withNewRequestPolicy()
                .withDefault(quantity(byDefault))
                .withNewValidRange()
                .withMin(quantity(min))
                .withStep(quantity(step))
                .endValidRange()
                .endRequestPolicy()
                .build();
    }

    private static io.fabric8.kubernetes.api.model.Quantity quantity(String text) {
        return io.fabric8.kubernetes.api.model.Quantity.parse(text);
    }

    private static Map<String, DeviceAttribute> attributes(UsableCard usable) {
        GpuCard card = usable.card();
        Map<String, DeviceAttribute> attributes = new LinkedHashMap<>();
        attributes.put("type", string("aliquot-gpu"));
        attributes.put("uuid", string(card.uuid()));
        attributes.put("productName", string(card.name()));
        attributes.put("brand", string("Nvidia"));
        attributes.put("architecture", string(Architecture.of(card.computeCapability())));
        attributes.put("cudaComputeCapability", version(card.computeCapability()));
        attributes.put("driverVersion", version(card.driverVersion()));
        attributes.put("cudaDriverVersion", version(card.cudaVersion()));
        attributes.put("pcieBusID", string(card.busId()));
        usable.place().pcieRoot().ifPresent(root -> attributes.put(STANDARD + "pcieRoot", string(root)));
        usable.place()
                .numaNode()
                .ifPresent(node -> attributes.put(
                        STANDARD + "numaNode",
                        new DeviceAttributeBuilder().withInt((long) node).build()));
        return attributes;
    }

    /** At most 64 characters are allowed. */
    private static DeviceAttribute string(String text) {
        return new DeviceAttributeBuilder()
                .withString(text.length() <= 64 ? text : text.substring(0, 64))
                .build();
    }

    /** Semantic versions have three numbers without leading zeros: {@code 580.65.06} is {@code 580.65.6}. */
    static DeviceAttribute version(String text) {
        String[] numbers = LEADING_ZEROS.matcher(text).replaceAll("").split("\\.", -1);
        String three = (numbers.length > 0 ? numbers[0] : "0") + "." + (numbers.length > 1 ? numbers[1] : "0") + "."
                + (numbers.length > 2 ? numbers[2] : "0");
        return new DeviceAttributeBuilder().withVersion(three).build();
    }
}
