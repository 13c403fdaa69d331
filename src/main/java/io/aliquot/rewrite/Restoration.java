package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.HashSet;
import java.util.Set;

/** Puts entries of ours back into lists from which a re-applied manifest left them out. */
final class Restoration {
    private final PodEdit edit;

    Restoration(PodEdit edit) {
        this.edit = edit;
    }

    /**
     * Restores those entries of {@code stored} whose name is in {@code own} and which {@code list} lacks. When nothing
     * else differs the list becomes the stored one, order included; otherwise the missing entries are appended and the
     * API server judges the rest.
     */
    void entries(JsonPath list, JsonNode stored, Set<String> own) {
        JsonNode present = edit.at(list);
        boolean editable = present.isArray() || present.isMissingNode() || present.isNull();
        Set<String> names = names(present);
        ArrayNode missing = JsonNodeFactory.instance.arrayNode();
        for (JsonNode entry : stored) {
            String name = entry.path("name").asText("");
            if (own.contains(name) && !names.contains(name)) {
                missing.add(entry);
            }
        }
        if (missing.isEmpty() || !editable) {
            return;
        }
        if (without(stored, missing).equals(without(present, missing))) {
            edit.set(list, stored);
        } else {
            missing.forEach(entry -> edit.append(list, entry));
        }
    }

    private static Set<String> names(JsonNode list) {
        Set<String> names = new HashSet<>();
        list.forEach(entry -> names.add(entry.path("name").asText("")));
        return names;
    }

    private static ArrayNode without(JsonNode list, ArrayNode left) {
        Set<String> leftNames = names(left);
        ArrayNode kept = JsonNodeFactory.instance.arrayNode();
        for (JsonNode entry : list) {
            if (!leftNames.contains(entry.path("name").asText(""))) {
                kept.add(entry);
            }
        }
        return kept;
    }
}
