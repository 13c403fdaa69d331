package io.aliquot.node.slice;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
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
    /** What was published last, and what the API server made of it: it drops what it does not know, and adds times. */
    private List<Device> wanted = List.of();

    private List<Device> stored = List.of();

    public SlicePublisher(KubernetesClient client, String driver, String node) {
        this.client = client;
        this.driver = driver;
        this.node = node;
    }

    /**
     * Makes the API server agree with {@code devices}; no device, no slice.
     *
     * @param plain the same for an API server that drops taints
     * @return false when the API server would drop fields without which cards can't be shared; then nothing is published,
     *     not for a moment: the scheduler would give out whole cards
     */
    public boolean publish(List<Device> devices, List<Device> plain) {
        if (devices.isEmpty()) {
            withdraw();
            return true;
        }
        List<ResourceSlice> found = list();
        List<Device> expected = devices.equals(wanted) ? stored : devices;
        if (found.size() == 1 && isCurrent(found.getFirst(), expected)) {
            return true;
        }
        ResourceSlice kept = send(found, devices, true);
        if (!keepsSharing(kept)) {
            found.forEach(this::delete);
            return false;
        }
        found.stream().skip(1).forEach(this::delete);
        boolean keepsTaints = taints(kept.getSpec().getDevices()) == taints(devices);
        ResourceSlice sent = send(found, keepsTaints ? devices : plain, false);
        wanted = devices;
        stored = sent.getSpec().getDevices();
        LOG.infof(
                "Published %d cards in ResourceSlice %s",
                stored.size(), sent.getMetadata().getName());
        return true;
    }

    /** Offers nothing any more; tells whether there was anything. */
    public boolean withdraw() {
        List<ResourceSlice> found = list();
        found.forEach(this::delete);
        return !found.isEmpty();
    }

    private static long taints(List<Device> devices) {
        return devices.stream().filter(device -> !device.getTaints().isEmpty()).count();
    }

    /** @param dryRun only asks what the API server would make of it */
    private ResourceSlice send(List<ResourceSlice> found, List<Device> devices, boolean dryRun) {
        long generation =
                found.stream().mapToLong(SlicePublisher::generation).max().orElse(0) + 1;
        return found.isEmpty()
                ? slices().resource(slice(devices, generation)).dryRun(dryRun).create()
                : slices().resource(changed(found.getFirst(), devices, generation))
                        .dryRun(dryRun)
                        .update();
    }

    private NonNamespaceOperation<ResourceSlice, ResourceSliceList, Resource<ResourceSlice>> slices() {
        return client.dynamicResourceAllocation().v1().resourcesSlices();
    }

    private static ResourceSlice changed(ResourceSlice old, List<Device> devices, long generation) {
        return new ResourceSliceBuilder(old)
                .editSpec()
                .withDevices(devices)
                .editPool()
                .withGeneration(generation)
                .withResourceSliceCount(1L)
                .endPool()
                .endSpec()
                .build();
    }

    /** The slices of this driver for this node, oldest first. */
    public List<ResourceSlice> list() {
        return slices().withField("spec.driver", driver).withField("spec.nodeName", node).list().getItems().stream()
                .sorted(Comparator.comparing(slice -> slice.getMetadata().getCreationTimestamp()))
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
        slices().resource(slice).delete();
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
