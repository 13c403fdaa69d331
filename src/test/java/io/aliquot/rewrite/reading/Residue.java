package io.aliquot.rewrite.reading;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.model.Mapping;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** What remains of a pod without everything that a rewriting may take or add. It must be the same before and after. */
public final class Residue {
    private static final List<String> CONTAINERS = List.of("initContainers", "containers");
    private final Mapping mapping;
    private final Set<String> names = new HashSet<>();
    private final Set<String> env = new HashSet<>(Set.of("NVIDIA_VISIBLE_DEVICES"));

    public Residue(Mapping mapping) {
        this.mapping = mapping;
        mapping.vendors().forEach(vendor -> {
            names.addAll(vendor.resources().values());
            env.add(vendor.priorityEnv());
        });
    }

    /** Places where a mapped name is left, and maps that were left empty. */
    public List<String> legacyNames(JsonNode pod) {
        List<String> left = new ArrayList<>();
        for (String list : CONTAINERS) {
            for (JsonNode container : pod.at("/spec/" + list)) {
                for (String kind : List.of("limits", "requests")) {
                    container.at("/resources/" + kind).fieldNames().forEachRemaining(name -> {
                        if (names.contains(name)) {
                            left.add(container.path("name").asText() + "." + kind + "." + name);
                        }
                    });
                }
            }
        }
        return left;
    }

    /** {@code pod} without ours; {@code original} tells which variables were the user's own. */
    public JsonNode of(JsonNode pod, JsonNode original) {
        JsonNode rest = pod.deepCopy();
        Set<String> ours = takeClaims(rest);
        for (String list : CONTAINERS) {
            JsonNode containers = rest.at("/spec/" + list);
            for (int i = 0; i < containers.size(); i++) {
                if (containers.get(i) instanceof ObjectNode container) {
                    takeResources(container, ours);
                    takeEnv(container, original.at("/spec/" + list + "/" + i + "/env"));
                }
            }
        }
        takeScheduler(rest);
        takeMarks(rest);
        return rest;
    }

    private static Set<String> takeClaims(JsonNode pod) {
        Set<String> ours = new HashSet<>();
        remove(pod.path("spec"), "resourceClaims", claim -> {
            boolean mine = claim.path("resourceClaimTemplateName").asText().startsWith("aliquot-");
            if (mine) {
                ours.add(claim.path("name").asText());
            }
            return mine;
        });
        return ours;
    }

    private void takeResources(ObjectNode container, Set<String> claims) {
        if (!(container.get("resources") instanceof ObjectNode resources)) {
            return;
        }
        for (String kind : List.of("limits", "requests")) {
            if (resources.get(kind) instanceof ObjectNode map) {
                boolean had = map.properties().stream().anyMatch(e -> names.contains(e.getKey()));
                map.remove(names);
                if (had && map.isEmpty()) {
                    resources.remove(kind);
                }
            }
        }
        remove(resources, "claims", claim -> claims.contains(claim.path("name").asText()));
        if (resources.isEmpty()) {
            container.remove("resources");
        }
    }

    private void takeEnv(ObjectNode container, JsonNode original) {
        Set<String> own = new HashSet<>();
        original.forEach(variable -> own.add(variable.path("name").asText()));
        remove(
                container,
                "env",
                v -> this.env.contains(v.path("name").asText())
                        && !own.contains(v.path("name").asText()));
    }

    private void takeScheduler(JsonNode pod) {
        String name = pod.at("/spec/schedulerName").asText();
        if (name.equals("default-scheduler")
                || mapping.pods().legacySchedulers().contains(name)) {
            ((ObjectNode) pod.path("spec")).remove("schedulerName");
        }
    }

    private static void takeMarks(JsonNode pod) {
        for (String kind : List.of("labels", "annotations")) {
            if (pod.at("/metadata/" + kind) instanceof ObjectNode map) {
                map.remove(List.of("aliquot.io/rewritten", "aliquot.io/request"));
                if (map.isEmpty()) {
                    ((ObjectNode) pod.path("metadata")).remove(kind);
                }
            }
        }
        if (pod.path("metadata").isEmpty() && pod instanceof ObjectNode object) {
            object.remove("metadata");
        }
    }

    private static void remove(JsonNode parent, String field, java.util.function.Predicate<JsonNode> which) {
        if (parent instanceof ObjectNode object && object.get(field) instanceof ArrayNode array) {
            boolean had = false;
            for (Iterator<JsonNode> it = array.iterator(); it.hasNext(); ) {
                if (which.test(it.next())) {
                    it.remove();
                    had = true;
                }
            }
            if (had && array.isEmpty()) {
                object.remove(field);
            }
        }
    }
}
