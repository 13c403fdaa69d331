package io.aliquot.rewrite;

import java.util.List;

/** The rewriting as one pure function. */
public final class Rewriter {
    private Rewriter() {}

    /** Rewrites a pod; never throws, whatever the JSON. */
    public static Rewriting rewrite(RewriteInput input) {
        return new Rewriting.Unchanged(List.of());
    }
}
