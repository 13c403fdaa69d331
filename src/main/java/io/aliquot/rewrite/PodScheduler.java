package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.PodRules;

/** Whose pod it is. */
enum PodScheduler {
    /** A scheduler that allocates claims. */
    OURS,
    /** A scheduler of the old system, to be replaced by the default one. */
    LEGACY,
    /** A scheduler that knows nothing of claims. */
    FOREIGN;

    static final String DEFAULT = "default-scheduler";

    static PodScheduler of(JsonNode pod, PodRules rules) {
        String name = name(pod);
        if (name.isEmpty() || name.equals(DEFAULT) || rules.draSchedulers().contains(name)) {
            return OURS;
        }
        return rules.legacySchedulers().contains(name) ? LEGACY : FOREIGN;
    }

    static String name(JsonNode pod) {
        return pod.path("spec").path("schedulerName").asText("");
    }
}
