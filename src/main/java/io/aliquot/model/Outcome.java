package io.aliquot.model;

import java.util.Locale;

/** What became of a pod; the label of metrics and of the command line's JSON output. */
public enum Outcome {
    REWRITTEN,
    UNCHANGED,
    REFUSED;

    /** Lower case, as users see it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
