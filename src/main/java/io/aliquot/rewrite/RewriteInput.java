package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.Card;
import io.aliquot.model.Mapping;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Everything the rewriting may know.
 *
 * @param pod the Pod as the API server sends it; any JSON is tolerated and never changed
 * @param oldPod the stored Pod on UPDATE, empty on CREATE
 * @param mapping names, units, back ends and rules
 * @param cards the cards seen in the cluster
 * @param takenNames template names that are known to hold something else and must not be used
 */
public record RewriteInput(
        JsonNode pod, Optional<JsonNode> oldPod, Mapping mapping, List<Card> cards, Set<String> takenNames) {
    public RewriteInput {
        cards = List.copyOf(cards);
        takenNames = Set.copyOf(takenNames);
    }

    /** A pod that is created. */
    public static RewriteInput create(JsonNode pod, Mapping mapping, List<Card> cards) {
        return new RewriteInput(pod, Optional.empty(), mapping, cards, Set.of());
    }

    /** The same input, with one more template name that must not be used. */
    public RewriteInput avoiding(String name) {
        Set<String> taken = new HashSet<>(takenNames);
        taken.add(name);
        return new RewriteInput(pod, oldPod, mapping, cards, taken);
    }
}
