package io.aliquot.cli.translate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.cli.object.PodPlace;
import io.aliquot.cli.translate.Translation.Fault;
import io.aliquot.model.Outcome;
import io.aliquot.model.Warning;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Gathers what became of the pods in one object. One refused pod refuses the object. */
final class PodsOutcome {
    /** Objects of the whole cluster have no namespace; by their names these kinds are such. */
    private static final String CLUSTER_WIDE = "Cluster";

    private final Optional<String> namespace;
    private final Map<String, ObjectNode> templates = new LinkedHashMap<>();
    private final List<Warning> warnings = new ArrayList<>();
    private final List<Fault> errors = new ArrayList<>();
    private boolean rewritten;

    PodsOutcome(Optional<String> namespace) {
        this.namespace = namespace;
    }

    void add(PodPlace place, Rewriting rewriting) {
        rewriting
                .warnings()
                .forEach(warning -> warnings.add(new Warning(place.path(warning.path()), warning.message())));
        switch (rewriting) {
            case Rewriting.Rewritten pod -> {
                rewritten = true;
                pod.templates().forEach(template -> templates.put(template.name(), manifest(template)));
            }
            case Rewriting.Refused refused ->
                refused.problems()
                        .forEach(problem -> errors.add(new Fault(
                                problem.reason().name().toLowerCase(Locale.ROOT),
                                place.path(problem.path()),
                                problem.message())));
            case Rewriting.Unchanged unchanged -> {
                // Its warnings are all there is to say.
            }
        }
    }

    Translation summary(ObjectNode before, ObjectNode after, List<Warning> scanned) {
        List<Warning> all = new ArrayList<>(warnings);
        all.addAll(scanned);
        List<Warning> distinct = all.stream().distinct().toList();
        if (!errors.isEmpty()) {
            return new Translation(Outcome.REFUSED, before, List.of(), distinct, errors);
        }
        if (rewritten && !templates.isEmpty()) {
            place(after);
        }
        return rewritten
                ? new Translation(Outcome.REWRITTEN, after, List.copyOf(templates.values()), distinct, List.of())
                : new Translation(Outcome.UNCHANGED, before, List.of(), distinct, List.of());
    }

    /** The object goes where its templates go. */
    private void place(ObjectNode object) {
        boolean editable = !object.has("metadata") || object.path("metadata").isObject();
        if (namespace.isPresent() && editable && !object.path("kind").asText("").startsWith(CLUSTER_WIDE)) {
            object.withObjectProperty("metadata").put("namespace", namespace.get());
        }
    }

    /** Without a namespace the template goes where the object goes: where {@code kubectl apply} is told to. */
    private ObjectNode manifest(Template template) {
        ObjectNode manifest = template.manifest(namespace.orElse(""));
        if (namespace.isEmpty()) {
            manifest.withObjectProperty("metadata").remove("namespace");
        }
        return manifest;
    }
}
