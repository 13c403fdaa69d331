package io.aliquot.claims.watch;

/** What names a template in the whole cluster. */
public record TemplateId(String namespace, String name) {}
