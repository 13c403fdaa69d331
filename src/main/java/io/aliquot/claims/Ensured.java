package io.aliquot.claims;

/** Whether a template exists. */
public sealed interface Ensured {
    /** It exists, or would in a dry run. */
    record Present() implements Ensured {}

    /** Something else has the name {@code name}. */
    record Taken(String name) implements Ensured {}

    /** The API server refuses it, and will again: a quota, a namespace that goes away. */
    record Refused(int code, String message) implements Ensured {}

    /** The API server could not be asked, or not now. */
    record Unavailable(String message) implements Ensured {}
}
