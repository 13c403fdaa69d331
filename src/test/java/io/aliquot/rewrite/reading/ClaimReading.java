package io.aliquot.rewrite.reading;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The content of one template. */
public final class ClaimReading {
    private static final String NUMA = "resource.kubernetes.io/numaNode";
    private final JsonNode devices;

    /** @param templateSpec {@code spec} of a ResourceClaimTemplate */
    public ClaimReading(JsonNode templateSpec) {
        this.devices = templateSpec.at("/spec/devices");
    }

    public List<CardRequest> requests() {
        List<CardRequest> requests = new ArrayList<>();
        for (JsonNode request : devices.path("requests")) {
            List<CardRequest.Way> ways = new ArrayList<>();
            if (request.has("exactly")) {
                ways.add(way(request.get("exactly")));
            }
            request.path("firstAvailable").forEach(way -> ways.add(way(way)));
            requests.add(new CardRequest(request.path("name").asText(), ways));
        }
        return requests;
    }

    /** The requests called {@code names}; a name that does not exist is a failure. */
    public List<CardRequest> requests(List<String> names) {
        List<CardRequest> found =
                requests().stream().filter(r -> names.contains(r.name())).toList();
        if (found.size() != names.size()) {
            throw new AssertionError("requests " + names + " are not all in " + devices);
        }
        return found;
    }

    /** Whether every request gets another card than the others of its class. */
    public boolean distinct() {
        return groups().stream()
                .filter(group -> group.size() > 1)
                .allMatch(group -> constrained(group, c -> c.has("distinctAttribute")));
    }

    /** Whether the cards of a class share a NUMA node. */
    public boolean numa() {
        return groups().stream()
                .anyMatch(group -> constrained(
                        group, c -> c.path("matchAttribute").asText().equals(NUMA)));
    }

    private Collection<Set<String>> groups() {
        return requests().stream()
                .collect(Collectors.groupingBy(
                        r -> r.ways().getFirst().deviceClass(),
                        Collectors.mapping(CardRequest::name, Collectors.toSet())))
                .values();
    }

    private boolean constrained(Set<String> group, Predicate<JsonNode> kind) {
        for (JsonNode constraint : devices.path("constraints")) {
            Set<String> over = new HashSet<>();
            constraint.path("requests").forEach(name -> over.add(name.asText()));
            if (kind.test(constraint) && over.equals(group)) {
                return true;
            }
        }
        return false;
    }

    private static CardRequest.Way way(JsonNode way) {
        List<String> selectors = new ArrayList<>();
        way.path("selectors").forEach(s -> selectors.add(s.at("/cel/expression").asText()));
        JsonNode capacity = way.at("/capacity/requests");
        return new CardRequest.Way(
                way.path("deviceClassName").asText(),
                way.path("count").asInt(),
                selectors,
                text(capacity.get("memory")),
                text(capacity.get("cores")),
                text(capacity.get("shares")));
    }

    private static Optional<String> text(@Nullable JsonNode node) {
        return Optional.ofNullable(node).map(JsonNode::asText);
    }
}
