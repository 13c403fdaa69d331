package io.aliquot.rewrite;

/**
 * A container's use of a claim.
 *
 * @param container who uses it
 * @param claim the claim
 * @param cards how many of the claim's requests it needs
 */
record ClaimUse(Container container, Claim claim, int cards) {
    boolean all() {
        return cards == claim.request().cards();
    }
}
