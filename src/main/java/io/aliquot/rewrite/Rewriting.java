package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.model.Outcome;
import io.aliquot.model.Problem;
import io.aliquot.model.Warning;
import java.util.List;

/** What became of a pod. */
public sealed interface Rewriting {
    /** What the admission answer shows beside the verdict. */
    List<Warning> warnings();

    /** The verdict in one word. */
    Outcome outcome();

    /**
     * The pod changed.
     *
     * @param pod the pod after the patch; it shares what stays with the given pod, so change neither
     * @param patch a JSON Patch (RFC 6902) from the given pod to {@code pod}
     * @param templates what must exist before the pod does; empty when only names were stripped
     */
    record Rewritten(ObjectNode pod, ArrayNode patch, List<Template> templates, List<Warning> warnings)
            implements Rewriting {
        public Rewritten {
            templates = List.copyOf(templates);
            warnings = List.copyOf(warnings);
        }

        @Override
        public Outcome outcome() {
            return Outcome.REWRITTEN;
        }
    }

    /** The pod is none of our business, or already as it should be. */
    record Unchanged(List<Warning> warnings) implements Rewriting {
        public Unchanged {
            warnings = List.copyOf(warnings);
        }

        @Override
        public Outcome outcome() {
            return Outcome.UNCHANGED;
        }
    }

    /** The pod cannot be rewritten; {@code problems} holds every reason at once and is never empty. */
    record Refused(List<Problem> problems, List<Warning> warnings) implements Rewriting {
        public Refused {
            problems = List.copyOf(problems);
            warnings = List.copyOf(warnings);
        }

        @Override
        public Outcome outcome() {
            return Outcome.REFUSED;
        }
    }
}
