package io.aliquot.node.files;

import java.util.OptionalLong;

/**
 * What holds for every share of the node, beside its numbers.
 *
 * @param contextBytes what one CUDA context costs on these cards; the interposer's own estimate when empty
 * @param highPriority whether a container that asks for high priority gets it
 * @param policy what a compute limit means
 */
public record ShareRules(OptionalLong contextBytes, boolean highPriority, ComputePolicy policy) {
    public static final ShareRules DEFAULT = new ShareRules(OptionalLong.empty(), true, ComputePolicy.HARD);

    /** Whether a share may use more than its part of the time. */
    public enum ComputePolicy {
        /** Never. */
        HARD,
        /** While no other share of the card has work. */
        SOFT
    }
}
