package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.Problem.Reason;
import java.util.List;

/** Checks that what is about to be edited has the type that it has in every Pod. */
final class PodShape {
    private PodShape() {}

    static void check(JsonNode pod, List<Container> containers, Findings findings) {
        object(pod.path("metadata"), "metadata", findings);
        object(pod.path("metadata").path("labels"), "metadata.labels", findings);
        object(pod.path("metadata").path("annotations"), "metadata.annotations", findings);
        list(pod.path("spec").path("resourceClaims"), "spec.resourceClaims", findings);
        for (Container container : containers) {
            list(container.resources("claims"), container.path() + ".resources.claims", findings);
            list(container.node().path("env"), container.path() + ".env", findings);
        }
    }

    private static void object(JsonNode node, String path, Findings findings) {
        if (!node.isObject() && !absent(node)) {
            findings.refuse(Reason.BAD_SHAPE, path, "is not an object; write a map");
        }
    }

    private static void list(JsonNode node, String path, Findings findings) {
        if (!node.isArray() && !absent(node)) {
            findings.refuse(Reason.BAD_SHAPE, path, "is not a list; write a list");
        }
    }

    private static boolean absent(JsonNode node) {
        return node.isMissingNode() || node.isNull();
    }
}
