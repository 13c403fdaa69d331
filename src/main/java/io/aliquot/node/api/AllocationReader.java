package io.aliquot.node.api;

import io.aliquot.model.Quantity;
import io.aliquot.node.state.AllocatedDevice;
import io.aliquot.node.state.Allocation;
import io.aliquot.node.state.ClaimId;
import io.aliquot.node.state.PodName;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code status} of a ResourceClaim, as far as it is this driver's. */
final class AllocationReader {
    private final String driver;

    AllocationReader(String driver) {
        this.driver = driver;
    }

    /** Empty when the claim is not allocated. */
    Optional<Allocation> read(ResourceClaim claim) {
        ResourceClaimStatus status = claim.getStatus();
        if (status == null
                || status.getAllocation() == null
                || status.getAllocation().getDevices() == null) {
            return Optional.empty();
        }
        ObjectMeta meta = claim.getMetadata();
        List<PodName> pods = status.getReservedFor().stream()
                .filter(consumer -> "pods".equals(consumer.getResource()))
                .map(consumer -> new PodName(meta.getNamespace(), consumer.getName(), consumer.getUid()))
                .toList();
        List<AllocatedDevice> devices = status.getAllocation().getDevices().getResults().stream()
                .filter(result -> driver.equals(result.getDriver()))
                .map(AllocationReader::device)
                .toList();
        return Optional.of(
                new Allocation(new ClaimId(meta.getNamespace(), meta.getName(), meta.getUid()), pods, devices));
    }

    /** Parameters that somebody wrote for this driver, which has none: they must not be passed over. */
    List<String> parameters(ResourceClaim claim) {
        return claim.getStatus().getAllocation().getDevices().getConfig().stream()
                .filter(config -> config.getOpaque() != null
                        && driver.equals(config.getOpaque().getDriver()))
                .map(config -> "status.allocation.devices.config: parameters for driver " + driver + " of "
                        + ("FromClass".equals(config.getSource()) ? "the DeviceClass" : "the claim")
                        + ": it takes none; ask for capacity instead")
                .toList();
    }

    private static AllocatedDevice device(DeviceRequestAllocationResult result) {
        Map<String, Quantity> consumed = new HashMap<>();
        if (result.getConsumedCapacity() != null) {
            result.getConsumedCapacity()
                    .forEach((name, quantity) ->
                            Quantity.parse(quantity.toString()).ifPresent(parsed -> consumed.put(name, parsed)));
        }
        return new AllocatedDevice(
                result.getRequest(),
                result.getPool(),
                result.getDevice(),
                Optional.ofNullable(result.getShareID()),
                Boolean.TRUE.equals(result.getAdminAccess()),
                consumed);
    }
}
