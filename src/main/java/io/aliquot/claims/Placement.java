package io.aliquot.claims;

/**
 * For whom a template is made.
 *
 * @param namespace the pod's namespace
 * @param dryRun whether nothing may be stored
 * @param uid the admission request's uid, for logs
 * @param owner what the pod belongs to, for logs
 */
public record Placement(String namespace, boolean dryRun, String uid, String owner) {}
