package io.aliquot.claims;

import io.aliquot.rewrite.Template;

/** Where templates are kept. */
public interface Templates {
    /** Sees to it that {@code template} exists before the pod that refers to it; never throws. */
    Ensured ensure(Template template, Placement placement);
}
