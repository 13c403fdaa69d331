package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The names that Kubernetes gives to the claims of a pod. Its controller cuts the pod's name and the claim's name in
 * proportion when both together are too long, wherever that is; cut behind a dot, or to nothing, they give a name that the
 * API server refuses, and the pod waits for ever.
 */
final class GeneratedNames {
    private static final int MOST = 57;
    private static final int LONGEST_PREFIX = 58;
    private static final String RANDOM = "xxxxx";

    private final String pod;

    GeneratedNames(JsonNode pod) {
        JsonNode metadata = pod.path("metadata");
        String prefix = metadata.path("generateName").asText("");
        String generated =
                prefix.isEmpty() ? "" : prefix.substring(0, Math.min(prefix.length(), LONGEST_PREFIX)) + RANDOM;
        this.pod = metadata.path("name").asText(generated);
    }

    /** Whether a claim of the pod that goes by {@code claim} there can be created. */
    boolean accept(String claim) {
        int length = pod.length() + claim.length() + 2;
        if (pod.isEmpty() || length <= MOST) {
            return true;
        }
        int kept = pod.length() * MOST / length;
        return kept > 0 && pod.charAt(kept - 1) != '.';
    }
}
