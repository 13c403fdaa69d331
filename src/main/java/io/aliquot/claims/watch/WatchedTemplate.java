package io.aliquot.claims.watch;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A template in the cluster.
 *
 * @param object the whole object, as the API server shows it
 */
public record WatchedTemplate(String namespace, String name, String uid, String resourceVersion, JsonNode object) {}
