package io.aliquot.claims.inventory;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads who a claim belongs to and what it has. */
public final class ClaimReader {
    private static final String POD_CLAIM = "resource.kubernetes.io/pod-claim-name";

    private ClaimReader() {}

    /** The devices that the claim has. Access for administration takes nothing away from others and is left out. */
    public static List<Allocated> allocated(ResourceClaim claim) {
        return results(claim)
                .filter(result -> !Boolean.TRUE.equals(result.getAdminAccess()))
                .map(result -> new Allocated(
                        claim.getMetadata().getNamespace(),
                        claim.getMetadata().getName(),
                        pod(claim),
                        podClaim(claim),
                        new DeviceId(result.getDriver(), result.getPool(), result.getDevice()),
                        Amount.all(result.getConsumedCapacity())))
                .toList();
    }

    /** Whether the scheduler has chosen devices for the claim. */
    public static boolean isAllocated(ResourceClaim claim) {
        return allocation(claim).isPresent();
    }

    /** Name of the pod that owns the claim, else of the one that it is reserved for. */
    public static Optional<String> pod(ResourceClaim claim) {
        return owner(claim)
                .map(OwnerReference::getName)
                .or(() -> Optional.ofNullable(claim.getStatus()).map(ResourceClaimStatus::getReservedFor).stream()
                        .flatMap(List::stream)
                        .filter(user -> "pods".equals(user.getResource()))
                        .map(ResourceClaimConsumerReference::getName)
                        .findFirst());
    }

    /** The pod for which Kubernetes made the claim from a template. */
    public static Optional<OwnerReference> owner(HasMetadata claim) {
        return Optional.ofNullable(claim.getMetadata().getOwnerReferences()).stream()
                .flatMap(List::stream)
                .filter(owner -> "Pod".equals(owner.getKind()))
                .findFirst();
    }

    /** Name of the claim in its pod's {@code resourceClaims}. */
    public static Optional<String> podClaim(HasMetadata claim) {
        return Optional.ofNullable(claim.getMetadata().getAnnotations()).map(annotations -> annotations.get(POD_CLAIM));
    }

    private static Stream<DeviceRequestAllocationResult> results(ResourceClaim claim) {
        return allocation(claim).map(AllocationResult::getDevices).map(DeviceAllocationResult::getResults).stream()
                .flatMap(List::stream);
    }

    private static Optional<AllocationResult> allocation(ResourceClaim claim) {
        return Optional.ofNullable(claim.getStatus()).map(ResourceClaimStatus::getAllocation);
    }
}
