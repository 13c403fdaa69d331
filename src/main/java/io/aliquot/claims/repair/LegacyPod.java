package io.aliquot.claims.repair;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.model.Card;
import io.aliquot.rewrite.Marks;
import io.aliquot.rewrite.Template;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The pod as it was before its rewriting, as far as templates depend on it.
 *
 * @param pod the pod with its legacy numbers as limits and without our claims
 * @param cards the sizes of the cards by which its percentages were resolved
 */
record LegacyPod(ObjectNode pod, List<Card> cards) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Reads the pod's own record; empty when it has none that can be read. */
    static Optional<LegacyPod> of(JsonNode rewritten) {
        JsonNode record = record(rewritten);
        if (!(rewritten instanceof ObjectNode object)
                || !record.path("containers").isObject()) {
            return Optional.empty();
        }
        ObjectNode pod = object.deepCopy();
        if (pod.path("spec") instanceof ObjectNode spec) {
            spec.remove("nodeName");
            Set<String> claims = removeClaims(spec);
            for (String list : List.of("containers", "initContainers")) {
                spec.path(list).forEach(container -> restore(container, record.path("containers"), claims));
            }
        }
        return Optional.of(new LegacyPod(pod, cards(record.path("cards"))));
    }

    private static JsonNode record(JsonNode pod) {
        String text =
                pod.path("metadata").path("annotations").path(Marks.REQUEST).asText("");
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return JSON.missingNode();
        }
    }

    private static Set<String> removeClaims(ObjectNode spec) {
        Set<String> names = new HashSet<>();
        remove(spec.path("resourceClaims"), claim -> {
            boolean ours = claim.path("resourceClaimTemplateName").asText("").startsWith(Template.NAME_PREFIX);
            return ours && names.add(claim.path("name").asText(""));
        });
        return names;
    }

    private static void restore(JsonNode container, JsonNode numbers, Set<String> claims) {
        JsonNode own = numbers.path(container.path("name").asText(""));
        if (container instanceof ObjectNode object) {
            if (own.isObject()) {
                object.withObjectProperty("resources")
                        .withObjectProperty("limits")
                        .setAll((ObjectNode) own);
            }
            remove(
                    object.path("resources").path("claims"),
                    claim -> claims.contains(claim.path("name").asText("")));
        }
    }

    private static void remove(JsonNode list, Predicate<JsonNode> unwanted) {
        if (list instanceof ArrayNode array) {
            for (int i = array.size() - 1; i >= 0; i--) {
                if (unwanted.test(array.get(i))) {
                    array.remove(i);
                }
            }
        }
    }

    private static List<Card> cards(JsonNode sizes) {
        List<Card> cards = new ArrayList<>();
        sizes.properties()
                .forEach(driver ->
                        driver.getValue().forEach(mib -> cards.add(Card.ofSize(driver.getKey(), mib.asLong()))));
        return cards;
    }
}
