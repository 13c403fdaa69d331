package io.aliquot.node.api;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Whether someone else gives out the same cards: then two schedulers' sums would both be wrong. */
public final class Coexistence {
    /** What NVIDIA's device plugin calls cards, and cards in time slices. Parts by MIG are of cards that are not offered here. */
    private static final Pattern NVIDIA = Pattern.compile("nvidia\\.com/(gpu|gpu\\.shared)");

    private final KubernetesClient client;
    private final String driver;
    private final String node;
    private final String countName;

    /** @param countName what another device plugin of the cluster may call cards */
    public Coexistence(KubernetesClient client, String driver, String node, String countName) {
        this.countName = countName;
        this.client = client;
        this.driver = driver;
        this.node = node;
    }

    /** What stands against offering the cards with these uuids, all at once. */
    public List<String> conflicts(Set<String> uuids) {
        List<String> conflicts = new ArrayList<>();
        if (uuids.isEmpty()) {
            return conflicts;
        }
        Node self = client.nodes().withName(node).require();
        self.getStatus().getAllocatable().forEach((name, count) -> {
            if (isCount(name) && count.getNumericalAmount().compareTo(BigDecimal.ZERO) > 0) {
                conflicts.add("node " + node + ": status.allocatable[" + name + "] is " + count
                        + ": a device plugin gives out the same cards; remove it from the node");
            }
        });
        client.dynamicResourceAllocation()
                .v1()
                .resourcesSlices()
                .withField("spec.nodeName", node)
                .list()
                .getItems()
                .forEach(slice -> addConflicts(slice, uuids, conflicts));
        return conflicts;
    }

    private boolean isCount(String name) {
        return name.equals(countName) || NVIDIA.matcher(name).matches();
    }

    private void addConflicts(ResourceSlice slice, Set<String> uuids, List<String> conflicts) {
        if (driver.equals(slice.getSpec().getDriver())) {
            return;
        }
        for (Device device : slice.getSpec().getDevices()) {
            DeviceAttribute uuid = device.getAttributes().get("uuid");
            if (uuid != null && uuid.getString() != null && uuids.contains(uuid.getString())) {
                conflicts.add("card " + uuid.getString() + " is offered by driver "
                        + slice.getSpec().getDriver() + " too; one of the two must go");
            }
        }
    }
}
