package io.aliquot.rewrite;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which claims the pod gets and which container uses which.
 *
 * @param claims the claims, in the order of the pod's list
 * @param uses who uses them
 */
record ClaimPlan(List<Claim> claims, List<ClaimUse> uses) {
    ClaimPlan {
        claims = List.copyOf(claims);
        uses = List.copyOf(uses);
    }

    /** Whether each container that uses {@code claim} uses all of its cards. */
    boolean usedWhole(Claim claim) {
        return uses.stream()
                .filter(use -> use.claim().name().equals(claim.name()))
                .allMatch(ClaimUse::all);
    }

    /** Those of {@code containers} that use no claim. */
    List<Container> without(List<Container> containers) {
        Set<String> users = uses.stream().map(use -> use.container().path()).collect(Collectors.toUnmodifiableSet());
        return containers.stream()
                .filter(container -> !users.contains(container.path()))
                .toList();
    }
}
