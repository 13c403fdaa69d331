package io.aliquot.model;

/** Memory asked for on each card. */
public sealed interface MemoryRequest {
    /** All of the card. */
    record Whole() implements MemoryRequest {}

    /** A fixed number of MiB, at least 1. */
    record Mib(long mib) implements MemoryRequest {}

    /** 1 to 99 percent of the card, rounded down to a MiB, and at least {@code atLeastMib}. */
    record Percent(int percent, long atLeastMib) implements MemoryRequest {
        /** The MiB that are asked for on a card of {@code cardMib}; never 0, which a driver could read as "all". */
        public long on(long cardMib) {
            return Math.max(1, Math.max(atLeastMib, cardMib * percent / 100));
        }
    }
}
