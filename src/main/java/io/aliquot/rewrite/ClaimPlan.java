package io.aliquot.rewrite;

import java.util.List;

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
}
