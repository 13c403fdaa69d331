package io.aliquot.claims.watch;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which container of a pod uses a claim. */
public final class ClaimUser {
    private ClaimUser() {}

    /** The first that does, app containers before init containers, which only borrow. */
    public static Optional<String> of(Pod pod, String podClaim) {
        return Stream.of(
                        Optional.ofNullable(pod.getSpec().getContainers()),
                        Optional.ofNullable(pod.getSpec().getInitContainers()))
                .flatMap(list -> list.stream().flatMap(List::stream))
                .filter(container -> uses(container, podClaim))
                .map(Container::getName)
                .findFirst();
    }

    private static boolean uses(Container container, String podClaim) {
        return Optional.ofNullable(container.getResources()).map(ResourceRequirements::getClaims).stream()
                .flatMap(List::stream)
                .anyMatch(claim -> claim.getName().equals(podClaim));
    }
}
