package io.aliquot.metrics;

/** How a template that a pod needs came to exist, or not; the label {@code result}. */
public enum TemplateResult {
    /** Written by us. */
    CREATED,
    /** Would be written; the request was a dry run. */
    DRY_RUN,
    /** Was there already, with the same content. */
    PRESENT,
    /** Something else has its name. */
    TAKEN,
    /** The API server refuses it for good, for example by a quota. */
    REFUSED,
    /** The API server could not be asked, or not now. */
    UNAVAILABLE
}
