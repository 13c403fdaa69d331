package io.aliquot.cli.object;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What an object says it is.
 *
 * @param group API group, empty for the core
 * @param name kind, empty when missing
 */
public record Kind(String group, String name) {
    /** Reads {@code apiVersion} and {@code kind}. */
    public static Kind of(JsonNode object) {
        String version = object.path("apiVersion").asText("");
        int slash = version.indexOf('/');
        return new Kind(
                slash < 0 ? "" : version.substring(0, slash),
                object.path("kind").asText(""));
    }

    /** Whether it is this kind, in any version. */
    public boolean is(String otherGroup, String otherName) {
        return group.equals(otherGroup) && name.equals(otherName);
    }

    /** Whether it is a Pod. */
    public boolean isPod() {
        return is("", "Pod");
    }

    /** Whether {@code object} only holds others, such as what {@code kubectl get -o yaml} prints. */
    public static boolean isList(JsonNode object) {
        return object.path("kind").asText("").endsWith("List")
                && object.path("items").isArray();
    }
}
