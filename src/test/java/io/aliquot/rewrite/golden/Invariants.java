package io.aliquot.rewrite.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.AnnotationKind;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.Template;
import io.aliquot.rewrite.reading.CanonicalForm;
import io.aliquot.rewrite.reading.CardRequest;
import io.aliquot.rewrite.reading.ClaimReading;
import io.aliquot.rewrite.reading.Quantities;
import io.aliquot.rewrite.reading.Residue;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What holds for every rewritten pod, so that no case needs to say it. */
final class Invariants {
    private Invariants() {}

    static void check(GoldenCase golden, GoldenCase.Example example, Rewriting.Rewritten rewritten) {
        Residue residue = new Residue(golden.mapping());
        assertEquals(List.of(), residue.legacyNames(rewritten.pod()), "legacy names are still there");
        if (example.oldPod().isEmpty()) {
            assertEquals(
                    residue.of(example.pod(), example.pod()),
                    residue.of(rewritten.pod(), example.pod()),
                    "something that is not ours changed");
        }
        rewritten.templates().forEach(template -> {
            assertEquals(List.of(), CanonicalForm.faults(template), template.name());
            keepsAnnotations(golden, example, template);
            ordersWays(template);
        });
        if (example.oldPod().isEmpty()) {
            assertEquals(names(rewritten), referred(rewritten), "templates that the pod refers to");
            assertTrue(
                    rewritten.templates().isEmpty() || marked(rewritten.pod()),
                    "a pod with a claim carries our label and what it asked for");
        }
    }

    private static boolean marked(JsonNode pod) {
        JsonNode metadata = pod.path("metadata");
        return metadata.path("labels").path("aliquot.io/rewritten").asText().equals("true")
                && metadata.path("annotations").has("aliquot.io/request");
    }

    /** An annotation that chooses cards is on the claim, for people who describe it. */
    private static void keepsAnnotations(GoldenCase golden, GoldenCase.Example example, Template template) {
        JsonNode wanted = example.pod().at("/metadata/annotations");
        JsonNode kept = template.spec().at("/metadata/annotations");
        golden.mapping().vendors().stream()
                .filter(vendor -> template.spec()
                        .toString()
                        .contains('"' + vendor.backend().deviceClass() + '"'))
                .flatMap(vendor -> vendor.annotations().entrySet().stream())
                .filter(entry -> chooses(entry.getKey(), wanted.path(entry.getValue())))
                .map(Map.Entry::getValue)
                .forEach(name -> assertEquals(wanted.get(name), kept.get(name), name + " on the claim"));
    }

    private static boolean chooses(AnnotationKind kind, JsonNode value) {
        return switch (kind) {
            case USE_UUID, NOUSE_UUID, USE_TYPE, NOUSE_TYPE ->
                value.isTextual() && !value.asText().replaceAll("[,\\s]", "").isEmpty();
            case MODE -> value.asText().equals("hami-core");
            case NUMA_BIND -> false;
        };
    }

    /** Of several ways the one that gives most memory comes first: the scheduler takes the first that fits. */
    private static void ordersWays(Template template) {
        for (CardRequest request : new ClaimReading(template.spec()).requests()) {
            List<Long> memory = request.ways().stream()
                    .flatMap(way -> way.memory().stream())
                    .map(Quantities::mib)
                    .toList();
            assertEquals(memory.stream().sorted(Comparator.reverseOrder()).toList(), memory);
        }
    }

    private static Set<String> names(Rewriting.Rewritten rewritten) {
        Set<String> names = new TreeSet<>();
        rewritten.templates().forEach(template -> names.add(template.name()));
        assertEquals(names.size(), rewritten.templates().size(), "a template is listed once");
        return names;
    }

    private static Set<String> referred(Rewriting.Rewritten rewritten) {
        Set<String> names = new TreeSet<>();
        rewritten.pod().at("/spec/resourceClaims").forEach(claim -> {
            String name = claim.path("resourceClaimTemplateName").asText();
            if (name.startsWith("aliquot-")) {
                names.add(name);
            }
        });
        return names;
    }
}
