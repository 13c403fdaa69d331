package io.aliquot.rewrite.reading;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.rewrite.Rewriting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
                readings.addAll(read(before.at("/spec/" + list + "/" + i), containers.get(i)));
            }
        }
        return readings;
    }

    /** One reading per claim that the container uses; one without a claim when it uses none of ours. */
    private List<ContainerReading> read(JsonNode was, JsonNode is) {
        Map<String, List<String>> requestsOfClaim = new LinkedHashMap<>();
        is.at("/resources/claims").forEach(use -> {
            String claim = use.path("name").asText();
            if (claims.containsKey(claim)) {
                List<String> named = requestsOfClaim.computeIfAbsent(claim, c -> new ArrayList<>());
                use.path("request").asText("").lines().forEach(named::add);
            }
        });
        String name = is.path("name").asText();
        Map<String, String> env = added(was, is);
        if (requestsOfClaim.isEmpty()) {
            return List.of(new ContainerReading(name, Optional.empty(), List.of(), false, false, false, env));
        }
        List<ContainerReading> readings = new ArrayList<>();
        requestsOfClaim.forEach((claim, named) -> readings.add(read(name, claim, named, env)));
        return readings;
    }

    private ContainerReading read(String name, String claimName, List<String> named, Map<String, String> env) {
        ClaimReading claim = Objects.requireNonNull(claims.get(claimName));
        List<CardRequest> requests = named.isEmpty() ? claim.requests() : claim.requests(named);
        return new ContainerReading(
                name, Optional.of(claimName), requests, !named.isEmpty(), claim.distinct(), claim.numa(), env);
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
