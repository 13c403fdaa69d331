package io.aliquot.rewrite.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.rewrite.Rewriting;
import java.util.List;

/** The full output of a rewriting as {@code expected.yaml} holds it. */
final class Expected {
    private Expected() {}

    static String text(List<Rewriting> rewritings) {
        return Yaml.write(rewritings.stream().map(Expected::tree).toList());
    }

    private static JsonNode tree(Rewriting rewriting) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        tree.put("outcome", rewriting.outcome().label());
        if (rewriting instanceof Rewriting.Refused refused) {
            refused.problems()
                    .forEach(p -> tree.withArray("problems").add(p.reason().name() + " " + p));
        }
        rewriting.warnings().forEach(w -> tree.withArray("warnings").add(w.toString()));
        if (rewriting instanceof Rewriting.Rewritten rewritten) {
            tree.set("pod", rewritten.pod());
            rewritten.templates().forEach(template -> {
                ObjectNode item = tree.withArray("templates").addObject();
                item.put("name", template.name());
                item.set("spec", template.spec());
            });
            tree.set("patch", rewritten.patch());
        }
        return tree;
    }
}
