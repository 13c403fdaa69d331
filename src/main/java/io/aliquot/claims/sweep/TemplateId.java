package io.aliquot.claims.sweep;

/** What names a template in the whole cluster. */
public record TemplateId(String namespace, String name) {}
