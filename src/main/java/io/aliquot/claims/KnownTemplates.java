package io.aliquot.claims;

import io.aliquot.rewrite.Template;

/**
 * What is known of stored templates without asking. Only something that hears of deletions may say yes: a pod that
 * refers to a deleted template would wait for ever.
 */
@FunctionalInterface
interface KnownTemplates {
    /** Knows nothing, so that the API server is asked each time. */
    KnownTemplates NONE = (namespace, template) -> false;

    /** Whether {@code template} is certainly stored in {@code namespace} with this very content. */
    boolean holds(String namespace, Template template);
}
