package io.aliquot.cli.output;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Remembers which templates were shown: one serves every pod of its shape in its namespace. */
final class Templates {
    private final Set<String> shown = new HashSet<>();

    /** Those that were not shown before. */
    List<ObjectNode> fresh(List<ObjectNode> templates) {
        return templates.stream()
                .filter(template ->
                        shown.add(template.path("metadata").path("namespace").asText() + "/" + name(template)))
                .toList();
    }

    static String name(ObjectNode template) {
        return template.path("metadata").path("name").asText();
    }
}
