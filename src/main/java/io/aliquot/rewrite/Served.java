package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Set;

/**
 * Which containers have got their share in an earlier round. The API server runs its own admission again after a webhook
 * has changed a pod, and asks again when that changed it: the default of a LimitRange comes back for a name that went,
 * and would become a second claim.
 */
final class Served {
    private final Set<String> claims = new HashSet<>();
    private final JsonNode pod;

    Served(JsonNode pod) {
        this.pod = pod;
        boolean ours = pod.path("metadata")
                .path("labels")
                .path(Marks.REWRITTEN)
                .asText("")
                .equals("true");
        for (JsonNode claim : pod.path("spec").path("resourceClaims")) {
            if (ours && Template.isName(claim.path("resourceClaimTemplateName").asText(""))) {
                claims.add(claim.path("name").asText(""));
            }
        }
    }

    /** What they got it for. */
    RequestRecord record() {
        return claims.isEmpty() ? RequestRecord.NONE : RequestRecord.of(pod);
    }

    boolean has(Container container) {
        for (JsonNode use : container.resources("claims")) {
            if (claims.contains(use.path("name").asText(""))) {
                return true;
            }
        }
        return false;
    }
}
