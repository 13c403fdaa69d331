package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A container of the pod and where it stands.
 *
 * @param kind how it runs beside the others
 * @param path field path for messages
 * @param pointer the same place for patches
 * @param name container name, empty when the pod gives none
 * @param node the container itself
 */
record Container(Kind kind, String path, JsonPath pointer, String name, JsonNode node) {
    private static final List<String> RESOURCES = List.of("limits", "requests");

    enum Kind {
        /** Runs as long as the pod. */
        APP,
        /** An init container with restartPolicy Always: runs beside the app containers. */
        SIDECAR,
        /** Runs alone, before the app containers. */
        INIT
    }

    /** All containers of a pod in the order in which they start; anything that is not an object is passed over. */
    static List<Container> of(JsonNode pod) {
        List<Container> containers = new ArrayList<>();
        addAll(pod, "initContainers", containers);
        addAll(pod, "containers", containers);
        return containers;
    }

    private static void addAll(JsonNode pod, String list, List<Container> into) {
        JsonNode nodes = pod.path("spec").path(list);
        JsonPath pointer = JsonPath.of("spec", list);
        for (int i = 0; i < nodes.size(); i++) {
            JsonNode node = nodes.path(i);
            if (node.isObject()) {
                String path = "spec." + list + "[" + i + "]";
                JsonPath place = pointer.child(String.valueOf(i));
                into.add(new Container(
                        kind(list, node), path, place, node.path("name").asText(""), node));
            }
        }
    }

    private static Kind kind(String list, JsonNode node) {
        if (list.equals("containers")) {
            return Kind.APP;
        }
        return node.path("restartPolicy").asText("").equals("Always") ? Kind.SIDECAR : Kind.INIT;
    }

    /** Where a legacy name stands: limits before requests; empty when it stands in neither. */
    Optional<Quoted> legacy(String resourceName) {
        for (String map : RESOURCES) {
            JsonNode value = resources(map).get(resourceName);
            if (value != null) {
                return Optional.of(Quoted.of(path() + ".resources." + map + "[" + resourceName + "]", value));
            }
        }
        return Optional.empty();
    }

    JsonNode resources(String map) {
        return node.path("resources").path(map);
    }

    /** The value of a literal environment variable; the last of several of one name is the one that counts. */
    Optional<String> env(String variable) {
        Optional<String> value = Optional.empty();
        for (JsonNode entry : node.path("env")) {
            if (entry.path("name").asText("").equals(variable)) {
                value = Optional.of(entry.path("value").asText(""));
            }
        }
        return value;
    }

    /**
     * A value and its field path.
     *
     * @param quantity the value as a number; empty when it is none
     */
    record Quoted(String path, JsonNode value, Optional<Quantity> quantity) {
        static Quoted of(String path, JsonNode value) {
            return new Quoted(path, value, value.isValueNode() ? Quantity.parse(value.asText()) : Optional.empty());
        }
    }
}
