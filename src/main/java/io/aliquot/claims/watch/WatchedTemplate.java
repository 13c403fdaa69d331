package io.aliquot.claims.watch;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A template in the cluster.
 *
 * @param object the whole object, as the API server shows it
 */
public record WatchedTemplate(String namespace, String name, String uid, String resourceVersion, JsonNode object) {
    /** The field manager under which the webhook creates templates. */
    public static final String OUR_MANAGER = "aliquot";

    /**
     * Whether the webhook made it and nobody else has written to it since, by the API server's own record. One that a
     * person applied, as {@code aliquot translate} prints it, has another manager.
     */
    public boolean ours() {
        JsonNode managers = object.path("metadata").path("managedFields");
        for (JsonNode manager : managers) {
            if (!manager.path("manager").asText().equals(OUR_MANAGER)) {
                return false;
            }
        }
        return !managers.isEmpty();
    }
}
