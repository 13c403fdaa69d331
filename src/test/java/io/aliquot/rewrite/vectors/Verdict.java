package io.aliquot.rewrite.vectors;

import java.util.List;
import java.util.Map;

/**
 * What becomes of a pod, in words that the old system and ours share.
 *
 * @param denied whether it is refused; then nothing else counts
 * @param taken whether the pod is ours to schedule: its cards will be allocated
 * @param containers what each container with at least one card gets, init containers first
 * @param env added variables, by {@code container/NAME}
 */
record Verdict(boolean denied, boolean taken, List<Gets> containers, Map<String, String> env) {
    static final Verdict DENIED = new Verdict(true, false, List.of(), Map.of());
    static final Verdict UNTOUCHED = new Verdict(false, false, List.of(), Map.of());

    /** Whole memory, larger than any number of MiB. */
    static final long WHOLE = Long.MAX_VALUE;

    /**
     * Numbers are per card.
     *
     * @param init whether this is an ordinary init container, which may use more than it asked for
     * @param memoryMib MiB, or {@link #WHOLE}
     * @param cores percent
     */
    record Gets(String container, boolean init, long cards, long memoryMib, long cores) {
        /** An ordinary init container uses an app container's claim or the largest of the init containers. */
        boolean covers(Gets asked) {
            return init
                    && container.equals(asked.container)
                    && cards == asked.cards
                    && memoryMib >= asked.memoryMib
                    && cores >= asked.cores;
        }
    }

    /** The parts in which two verdicts can differ. */
    enum Part {
        DENIED,
        TAKEN,
        CONTAINERS,
        ENV
    }
}
