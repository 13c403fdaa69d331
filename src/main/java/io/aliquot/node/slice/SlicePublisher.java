package io.aliquot.node.slice;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Comparator;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Keeps exactly one slice of this driver for this node at the API server: made again when it was deleted (the kubelet
 * does that when it starts), corrected when it differs, with a higher generation so that the scheduler knows the newer.
 */
public final class SlicePublisher {
    private static final Logger LOG = Logger.getLogger(SlicePublisher.class);
    private final KubernetesClient client;
    private final String driver;
    private final String node;

    public SlicePublisher(KubernetesClient client, String driver, String node) {
        this.client = client;
        this.driver = driver;
        this.node = node;
    }

    /**
     * Makes the API server agree with {@code devices}; no device, no slice.
     *
     * @return false when the API server dropped fields without which cards can't be shared; then nothing is published
     */
    public boolean publish(List<Device> devices) {
        List<ResourceSlice> found = list();
        if (devices.isEmpty()) {
            found.forEach(this::delete);
            return true;
        }
        if (found.size() == 1 && isCurrent(found.getFirst(), devices)) {
            return true;
        }
        long generation =
                found.stream().mapToLong(SlicePublisher::generation).max().orElse(0) + 1;
        found.stream().skip(1).forEach(this::delete);
        ResourceSlice stored =
                found.isEmpty() ? create(devices, generation) : update(found.getFirst(), devices, generation);
        LOG.infof(
                "Published %d cards in ResourceSlice %s",
                devices.size(), stored.getMetadata().getName());
        if (!keepsSharing(stored)) {
            delete(stored);
            return false;
        }
        return true;
    }

    private ResourceSlice create(List<Device> devices, long generation) {
        return client.dynamicResourceAllocation()
                .v1()
                .resourcesSlices()
                .resource(slice(devices, generation))
                .create();
    }

    private ResourceSlice update(ResourceSlice old, List<Device> devices, long generation) {
        ResourceSlice changed = new ResourceSliceBuilder(old)
                .editSpec()
                .withDevices(devices)
                .editPool()
                .withGeneration(generation)
                .withResourceSliceCount(1L)
                .endPool()
                .endSpec()
                .build();
        return client.dynamicResourceAllocation()
                .v1()
                .resourcesSlices()
                .resource(changed)
                .update();
    }

    /** The slices of this driver for this node, oldest first. */
    public List<ResourceSlice> list() {
        return client
                .dynamicResourceAllocation()
                .v1()
                .resourcesSlices()
                .withField("spec.driver", driver)
                .withField("spec.nodeName", node)
                .list()
                .getItems()
                .stream()
                .sorted(Comparator.comparing(slice -> slice.getMetadata().getName()))
                .toList();
    }

    private boolean isCurrent(ResourceSlice slice, List<Device> devices) {
        return devices.equals(slice.getSpec().getDevices())
                && slice.getSpec().getPool().getResourceSliceCount() == 1
                && node.equals(slice.getSpec().getPool().getName());
    }

    private static boolean keepsSharing(ResourceSlice slice) {
        return slice.getSpec().getDevices().stream()
                .allMatch(device -> Boolean.TRUE.equals(device.getAllowMultipleAllocations())
                        && device.getCapacity().values().stream().allMatch(c -> c.getRequestPolicy() != null));
    }

    private static long generation(ResourceSlice slice) {
        Long generation = slice.getSpec().getPool().getGeneration();
        return generation == null ? 0 : generation;
    }

    private void delete(ResourceSlice slice) {
        client.dynamicResourceAllocation()
                .v1()
                .resourcesSlices()
                .resource(slice)
                .delete();
    }

    private ResourceSlice slice(List<Device> devices, long generation) {
        Node owner = client.nodes().withName(node).require();
        return new ResourceSliceBuilder()
                .withNewMetadata()
                .withGenerateName("00000-" + driver + "-" + node + "-")
                .addToOwnerReferences(new OwnerReferenceBuilder()
                        .withApiVersion("v1")
                        .withKind("Node")
                        .withName(node)
                        .withUid(owner.getMetadata().getUid())
                        .withController(true)
                        .build())
                .endMetadata()
                .withNewSpec()
                .withDriver(driver)
                .withNodeName(node)
                .withNewPool()
                .withName(node)
                .withGeneration(generation)
                .withResourceSliceCount(1L)
                .endPool()
                .withDevices(devices)
                .endSpec()
                .build();
    }
}
