package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The rewriting as one pure function. */
public final class Rewriter {
    private Rewriter() {}

    /** Rewrites a pod; never throws, whatever the JSON. Rewriting the result again changes nothing. */
    public static Rewriting rewrite(RewriteInput input) {
        if (!(input.pod() instanceof ObjectNode pod)) {
            return new Rewriting.Unchanged(List.of());
        }
        return input.oldPod().isPresent()
                ? new UpdateRewriting(pod, input.oldPod().get(), input.mapping()).rewrite()
                : new CreateRewriting(pod, input).rewrite();
    }
}
