package io.aliquot.rewrite.reading;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.rewrite.Rewriting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A rewritten pod in neutral words: it looks only at the finished pod and the templates, as the scheduler and the
 * kubelet would, and knows nothing of how they came about.
 */
public final class PodReading {
    private final JsonNode before;
    private final JsonNode after;
    private final Map<String, ClaimReading> claims = new HashMap<>();

    public PodReading(JsonNode before, Rewriting.Rewritten rewritten) {
        this.before = before;
        this.after = rewritten.pod();
        for (JsonNode claim : after.at("/spec/resourceClaims")) {
            String template = claim.path("resourceClaimTemplateName").asText();
            rewritten.templates().stream()
                    .filter(t -> t.name().equals(template))
                    .forEach(t -> claims.put(claim.path("name").asText(), new ClaimReading(t.spec())));
        }
    }

    /** Containers in the order init, then app. */
    public List<ContainerReading> containers() {
        List<ContainerReading> readings = new ArrayList<>();
        for (String list : List.of("initContainers", "containers")) {
            JsonNode containers = after.at("/spec/" + list);
            for (int i = 0; i < containers.size(); i++) {
                readings.add(read(before.at("/spec/" + list + "/" + i), containers.get(i)));
            }
        }
        return readings;
    }

    private ContainerReading read(JsonNode was, JsonNode is) {
        List<JsonNode> uses = new ArrayList<>();
        is.at("/resources/claims").forEach(use -> {
            if (claims.containsKey(use.path("name").asText())) {
                uses.add(use);
            }
        });
        String name = is.path("name").asText();
        List<String> used =
                uses.stream().map(use -> use.path("name").asText()).distinct().toList();
        if (used.size() > 1) {
            throw new AssertionError(name + " uses more than one of our claims: " + used);
        }
        ClaimReading claim = used.isEmpty() ? null : claims.get(used.getFirst());
        if (claim == null) {
            return new ContainerReading(name, Optional.empty(), List.of(), false, false, false, added(was, is));
        }
        List<String> named = uses.stream()
                .filter(use -> use.has("request"))
                .map(use -> use.path("request").asText())
                .toList();
        List<CardRequest> requests = named.isEmpty() ? claim.requests() : claim.requests(named);
        return new ContainerReading(
                name,
                Optional.of(used.getFirst()),
                requests,
                !named.isEmpty(),
                claim.distinct(),
                claim.numa(),
                added(was, is));
    }

    private static Map<String, String> added(JsonNode was, JsonNode is) {
        Map<String, String> added = new LinkedHashMap<>();
        int known = was.path("env").size();
        JsonNode env = is.path("env");
        for (int i = known; i < env.size(); i++) {
            added.put(env.get(i).path("name").asText(), env.get(i).path("value").asText());
        }
        return added;
    }
}
