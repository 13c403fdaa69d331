package io.aliquot.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A request of the API server to look at a Pod.
 *
 * @param uid what the answer must repeat
 * @param namespace the Pod's namespace
 * @param subresource such as {@code status}; empty for the Pod itself
 * @param pod the Pod as it would be stored
 * @param oldPod the stored Pod on UPDATE, empty on CREATE
 * @param dryRun whether nothing may be stored
 */
record Review(
        String uid, String namespace, String subresource, ObjectNode pod, Optional<JsonNode> oldPod, boolean dryRun) {
    /** Whom to ask about the pod: what created it, or its name. */
    String owner() {
        JsonNode metadata = pod.path("metadata");
        JsonNode owner = metadata.path("ownerReferences").path(0);
        if (owner.isObject()) {
            return owner.path("kind").asText() + "/" + owner.path("name").asText();
        }
        String name = metadata.path("name").asText();
        return "Pod/" + (name.isEmpty() ? metadata.path("generateName").asText() + "*" : name);
    }
}
