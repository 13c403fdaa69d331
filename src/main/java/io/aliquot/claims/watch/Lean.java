package io.aliquot.claims.watch;

import io.aliquot.rewrite.Marks;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is read of an object, and nothing else: the pods and claims of a large cluster must fit into a small heap for as
 * long as they exist.
 */
final class Lean {
    private Lean() {}

    /** Who it is, its own record, and what decides about its claims and its quotas. */
    static Pod pod(Pod pod) {
        return new PodBuilder()
                .withMetadata(metadata(pod.getMetadata()))
                .withSpec(Optional.ofNullable(pod.getSpec()).map(Lean::spec).orElseGet(PodSpec::new))
                .withStatus(Optional.ofNullable(pod.getStatus())
                        .map(status -> new PodStatusBuilder()
                                .withPhase(status.getPhase())
                                .withResourceClaimStatuses(status.getResourceClaimStatuses())
                                .build())
                        .orElse(null))
                .build();
    }

    private static ObjectMeta metadata(ObjectMeta metadata) {
        return new ObjectMetaBuilder()
                .withName(metadata.getName())
                .withNamespace(metadata.getNamespace())
                .withUid(metadata.getUid())
                .withResourceVersion(metadata.getResourceVersion())
                .withDeletionTimestamp(metadata.getDeletionTimestamp())
                .withAnnotations(Optional.ofNullable(metadata.getAnnotations())
                        .map(annotations -> annotations.get(Marks.REQUEST))
                        .map(request -> Map.of(Marks.REQUEST, request))
                        .orElse(Map.of()))
                .build();
    }

    private static PodSpec spec(PodSpec spec) {
        return new PodSpecBuilder()
                .withContainers(containers(spec.getContainers()))
                .withInitContainers(containers(spec.getInitContainers()))
                .withResources(spec.getResources())
                .withResourceClaims(spec.getResourceClaims())
                .withSchedulingGates(spec.getSchedulingGates())
                .withActiveDeadlineSeconds(spec.getActiveDeadlineSeconds())
                .withPriorityClassName(spec.getPriorityClassName())
                .withAffinity(spec.getAffinity())
                .build();
    }

    private static List<Container> containers(@Nullable List<Container> containers) {
        return Optional.ofNullable(containers).orElse(List.of()).stream()
                .map(container -> new ContainerBuilder()
                        .withName(container.getName())
                        .withResources(container.getResources())
                        .build())
                .toList();
    }

    /** All but who wrote what, and what a driver has written for people. It may be changed. */
    static ResourceClaim claim(ResourceClaim claim) {
        claim.getMetadata().setManagedFields(List.of());
        Optional<ResourceClaimStatus> status = Optional.ofNullable(claim.getStatus());
        status.ifPresent(present -> present.setDevices(List.of()));
        status.map(ResourceClaimStatus::getAllocation).ifPresent(Lean::allocation);
        return claim;
    }

    private static void allocation(AllocationResult allocation) {
        allocation.setNodeSelector(null);
        Optional.ofNullable(allocation.getDevices()).ifPresent(devices -> devices.setConfig(List.of()));
    }
}
