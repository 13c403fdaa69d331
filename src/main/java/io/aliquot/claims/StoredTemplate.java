package io.aliquot.claims;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.rewrite.Template;
import java.util.Comparator;
import java.util.Map;

/** Compares what is stored with what should be. Both are in the API server's canonical form. */
final class StoredTemplate {
    /** 1 read as an int equals 1 read as a long. */
    private static final Comparator<JsonNode> BY_VALUE = (left, right) -> {
        if (left.equals(right)) {
            return 0;
        }
        return left.isNumber() && right.isNumber() ? left.decimalValue().compareTo(right.decimalValue()) : 1;
    };

    private StoredTemplate() {}

    /** Whether {@code stored} is {@code template} under our label; empty objects and nulls make no difference. */
    static boolean isSame(JsonNode stored, Template template) {
        JsonNode label = stored.path("metadata").path("labels").path(Template.MANAGED_BY);
        return label.asText().equals(Template.ALIQUOT)
                && withoutEmpty(stored.path("spec").deepCopy())
                        .equals(BY_VALUE, withoutEmpty(template.spec().deepCopy()));
    }

    private static JsonNode withoutEmpty(JsonNode node) {
        node.forEach(StoredTemplate::withoutEmpty);
        if (node instanceof ObjectNode object) {
            object.properties().removeIf(StoredTemplate::isEmpty);
        }
        return node;
    }

    private static boolean isEmpty(Map.Entry<String, JsonNode> field) {
        return field.getValue().isNull()
                || (field.getValue().isObject() && field.getValue().isEmpty());
    }
}
