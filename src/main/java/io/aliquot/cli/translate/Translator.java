package io.aliquot.cli.translate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.cli.object.Kind;
import io.aliquot.cli.object.PodPlace;
import io.aliquot.cli.object.PodPlaces;
import io.aliquot.cli.scan.Scan;
import io.aliquot.cli.scan.Scanned;
import io.aliquot.model.Card;
import io.aliquot.model.Mapping;
import io.aliquot.model.Warning;
import io.aliquot.rewrite.RewriteInput;
import io.aliquot.rewrite.Rewriter;
import io.aliquot.rewrite.Rewriting;
import java.util.List;
import java.util.Optional;

/**
 * Rewrites the pods inside an object as the webhook would rewrite them.
 *
 * @param namespace namespace of objects that name none
 */
public record Translator(Mapping mapping, List<Card> cards, Optional<String> namespace) {
    public Translator {
        cards = List.copyOf(cards);
    }

    /** Translates one object; never changes the one given. */
    public Translation translate(Item item) {
        return item.fault()
                .map(fault -> Translation.refused(item.tree(), "unreadable", fault))
                .orElseGet(() -> translate(item.tree()));
    }

    private Translation translate(JsonNode tree) {
        if (!(tree instanceof ObjectNode object)) {
            return Translation.refused(tree, "not_an_object", "is not a Kubernetes object; write a map with a kind");
        }
        if (Kind.of(object).name().isEmpty()) {
            return Translation.refused(tree, "not_an_object", "is not a Kubernetes object: it has no kind");
        }
        ObjectNode copy = object.deepCopy();
        PodsOutcome outcome = new PodsOutcome(namespaceOf(object));
        List<PodPlace> pods = PodPlaces.in(copy);
        List<Warning> scanned = Scan.warnings(new Scanned(object, PodPlaces.in(object), mapping));
        pods.forEach(place -> outcome.add(place, rewrite(place)));
        return outcome.summary(object, copy, scanned);
    }

    private Rewriting rewrite(PodPlace place) {
        Rewriting rewriting = Rewriter.rewrite(RewriteInput.create(place.pod(), mapping, cards));
        if (rewriting instanceof Rewriting.Rewritten rewritten) {
            place.replace(rewritten.pod());
        }
        return rewriting;
    }

    private Optional<String> namespaceOf(JsonNode object) {
        String own = object.path("metadata").path("namespace").asText("");
        return own.isEmpty() ? namespace : Optional.of(own);
    }
}
