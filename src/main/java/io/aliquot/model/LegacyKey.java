package io.aliquot.model;

/** What a legacy resource name stands for, independent of how a vendor or an admin spells it. */
public enum LegacyKey {
    /** How many cards. */
    COUNT("count"),
    /** Memory on each card, in the mapping's unit. */
    MEMORY("memory"),
    /** Memory on each card as a percentage of the card. */
    MEMORY_PERCENTAGE("memoryPercentage"),
    /** Compute on each card, in the mapping's unit. */
    CORES("cores"),
    /** Task priority, 0 high, 1 low. */
    PRIORITY("priority");

    private final String field;

    LegacyKey(String field) {
        this.field = field;
    }

    /** The key's name in the mapping file. */
    public String field() {
        return field;
    }
}
