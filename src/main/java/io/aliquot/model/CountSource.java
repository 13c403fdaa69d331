package io.aliquot.model;

/** Where the number of cards comes from when no count is written. */
public sealed interface CountSource {
    /** A fixed number as soon as any other name is present; 1 in the old system. */
    record Fixed(int cards) implements CountSource {}

    /** Compute beyond one card means whole cards: Tencent's {@code vcuda-core: 200} is two of them. */
    record FromCores() implements CountSource {}
}
