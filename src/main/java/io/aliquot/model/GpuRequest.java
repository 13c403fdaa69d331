package io.aliquot.model;

/**
 * What one container asks for, in neutral words.
 *
 * @param cards number of different cards, at least 1
 * @param memory memory on each card
 * @param cores percent of the compute of each card, 0 (no promise, no cap) to 100
 */
public record GpuRequest(int cards, MemoryRequest memory, int cores) {
    /** Nobody else may be on the card: all of its compute is asked for. */
    public boolean exclusive() {
        return cores == 100;
    }

    /** The whole card, so that there is nothing to limit. */
    public boolean wholeCard() {
        return exclusive() && memory instanceof MemoryRequest.Whole;
    }
}
