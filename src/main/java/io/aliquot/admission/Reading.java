package io.aliquot.admission;

/** What the bytes of a request are. */
sealed interface Reading {
    /** A review that can be judged. */
    record Understood(Review review) implements Reading {}

    /** Something else; the sender is told in one sentence. {@code status} is an HTTP status of 400 to 499, or 503. */
    record Malformed(int status, String sentence) implements Reading {}
}
