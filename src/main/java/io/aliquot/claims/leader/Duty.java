package io.aliquot.claims.leader;

import java.time.Duration;

/**
 * Something that the leader does again and again.
 *
 * @param name for logs
 * @param every how long it rests in between
 * @param work does it once; may throw
 */
public record Duty(String name, Duration every, Runnable work) {}
