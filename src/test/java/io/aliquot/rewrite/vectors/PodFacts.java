package io.aliquot.rewrite.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.LegacyKey;
import io.aliquot.model.Mapping;
import io.aliquot.model.Quantity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A legacy pod as the tables read it: limits first, then requests, key by key. */
record PodFacts(JsonNode pod, List<Asked> containers) {
    static final long INT32 = Integer.MAX_VALUE;

    /**
     * One container.
     *
     * @param init whether it is an ordinary init container
     * @param values the effective quantities
     * @param requestsOnly the keys that stand in requests alone
     */
    record Asked(
            String name, boolean init, JsonNode node, Map<LegacyKey, Quantity> values, Set<LegacyKey> requestsOnly) {
        Optional<Quantity> quantity(LegacyKey key) {
            return Optional.ofNullable(values.get(key));
        }

        Optional<BigDecimal> value(LegacyKey key) {
            return quantity(key).map(Quantity::value);
        }

        long number(LegacyKey key, long absent) {
            return value(key).map(BigDecimal::longValue).orElse(absent);
        }

        boolean has(LegacyKey key) {
            return values.containsKey(key);
        }

        /** Whether cards are spoken of at all; a priority alone does not. */
        boolean speaksOfCards() {
            return values.keySet().stream().anyMatch(key -> key != LegacyKey.PRIORITY);
        }

        boolean zeroCards() {
            return value(LegacyKey.COUNT).map(v -> v.signum() == 0).orElse(false);
        }

        boolean share() {
            return speaksOfCards() && !zeroCards();
        }

        boolean setsEnv(String variable) {
            return node.path("env")
                    .valueStream()
                    .anyMatch(v -> v.path("name").asText().equals(variable));
        }
    }

    static PodFacts of(JsonNode pod, Mapping mapping) {
        Map<LegacyKey, String> names = mapping.vendors().getFirst().resources();
        List<Asked> containers = new ArrayList<>();
        for (String list : List.of("initContainers", "containers")) {
            for (JsonNode container : pod.at("/spec/" + list)) {
                boolean sidecar = container.path("restartPolicy").asText().equals("Always");
                containers.add(asked(container, list.startsWith("init") && !sidecar, names));
            }
        }
        return new PodFacts(pod, containers);
    }

    private static Asked asked(JsonNode container, boolean init, Map<LegacyKey, String> names) {
        Map<LegacyKey, Quantity> values = new EnumMap<>(LegacyKey.class);
        Set<LegacyKey> requestsOnly = EnumSet.noneOf(LegacyKey.class);
        names.forEach((key, name) -> {
            JsonNode limit = container.at("/resources/limits").path(name);
            JsonNode request = container.at("/resources/requests").path(name);
            if (limit.isMissingNode() && !request.isMissingNode()) {
                requestsOnly.add(key);
            }
            String text = (limit.isMissingNode() ? request : limit).asText();
            if (!text.isEmpty()) {
                values.put(key, Quantity.parse(text).orElseThrow());
            }
        });
        return new Asked(container.path("name").asText(), init, container, values, requestsOnly);
    }

    boolean anyShare() {
        return containers.stream().anyMatch(Asked::share);
    }

    boolean names() {
        return containers.stream().anyMatch(c -> !c.values().isEmpty());
    }

    boolean privileged() {
        return containers.stream()
                .anyMatch(c -> c.node().at("/securityContext/privileged").asBoolean());
    }

    boolean bound() {
        return !pod.at("/spec/nodeName").asText().isEmpty();
    }

    boolean optedOut() {
        return pod.at("/metadata/labels/hami.io~1webhook").asText().equals("ignore");
    }

    boolean foreignScheduler() {
        return !Set.of("", "default-scheduler", "hami-scheduler")
                .contains(pod.at("/spec/schedulerName").asText());
    }
}
