package io.aliquot.claims.repair;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.Mapping;
import io.aliquot.rewrite.RewriteInput;
import io.aliquot.rewrite.Rewriter;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.Template;
import java.util.Optional;
import java.util.stream.Collectors;

/** What can be done about a pod whose template is gone. */
public sealed interface Remake {
    /** The template can be made again, as it was. */
    record Possible(Template template) implements Remake {}

    /** It cannot; {@code why} is for people. */
    record Impossible(String why) implements Remake {}

    /** A template has four possible names. */
    int NAMES = 4;

    /**
     * Rewrites the pod once more from its own record of what it asked for. The record and the whole pod may have been
     * written by anybody, so the result counts only when it has the very name, which is a hash of the content.
     */
    static Remake of(JsonNode pod, String templateName, Mapping mapping) {
        Optional<LegacyPod> legacy = LegacyPod.of(pod);
        if (legacy.isEmpty()) {
            return new Impossible("the pod has no record of what it asked for");
        }
        RewriteInput input =
                RewriteInput.create(legacy.get().pod(), mapping, legacy.get().cards());
        for (int attempt = 0; attempt < NAMES; attempt++) {
            switch (Rewriter.rewrite(input)) {
                case Rewriting.Rewritten rewritten -> {
                    Optional<Template> template = rewritten.templates().stream()
                            .filter(candidate -> candidate.name().equals(templateName))
                            .findFirst();
                    if (template.isPresent()) {
                        return new Possible(template.get());
                    }
                    for (Template other : rewritten.templates()) {
                        input = input.avoiding(other.name());
                    }
                }
                case Rewriting.Unchanged unchanged -> {
                    return new Impossible("its numbers mean nothing in the mapping of today");
                }
                case Rewriting.Refused refused -> {
                    return new Impossible("it would be refused today: "
                            + refused.problems().stream().map(String::valueOf).collect(Collectors.joining("; ")));
                }
            }
        }
        return new Impossible("the mapping or the program has changed since the pod was made");
    }
}
