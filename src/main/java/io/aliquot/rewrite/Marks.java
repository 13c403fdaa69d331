package io.aliquot.rewrite;

/** What the rewriting leaves on pods and claims for people, informers and repair. Nothing is decided from it. */
public final class Marks {
    /** Label of a rewritten pod; its value is {@code true}. */
    public static final String REWRITTEN = "aliquot.io/rewritten";

    /**
     * Annotation with the legacy names and numbers as compact JSON: on a claim the numbers themselves; on a pod
     * {@code {"containers": {name: numbers}, "mapping": hash, "cards": {driver: [MiB, …]}}}, the cards only when a
     * percentage was resolved by them.
     */
    public static final String REQUEST = "aliquot.io/request";

    private Marks() {}
}
