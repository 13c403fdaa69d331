package io.aliquot.rewrite.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.rewrite.RewriteInput;
import io.aliquot.rewrite.Rewriter;
import io.aliquot.rewrite.Rewriting;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Templates are named by their content, so that many pods share one. */
class TemplateNamesTest {
    @Test
    void all_replicas_of_a_deployment_share_one_template() {
        GoldenCase replicas = golden("workload-deployment-ten-replicas");
        List<String> names = replicas.examples().stream()
                .map(example -> name(replicas.input(example)))
                .toList();
        assertEquals(3, names.size());
        assertEquals(1, names.stream().distinct().count(), names.toString());
    }

    @Test
    void another_number_is_another_template() {
        assertNotEquals(name(input("number-memory-alone")), name(input("canonical-8192")));
    }

    @Test
    void pods_that_differ_only_in_what_is_not_asked_for_share_a_template() {
        RewriteInput input = input("number-memory-alone");
        ObjectNode pod = input.pod().deepCopy();
        ((ObjectNode) pod.path("metadata")).put("name", "other").put("namespace", "elsewhere");
        ((ObjectNode) pod.at("/spec/containers/0")).put("image", "registry.example/other:2");
        assertEquals(name(input), name(RewriteInput.create(pod, input.mapping(), input.cards())));
    }

    @Test
    void a_name_that_is_taken_gives_way_to_the_next_digits_of_the_same_hash() {
        RewriteInput input = input("number-memory-alone");
        String first = name(input);
        String second = name(input.avoiding(first));
        String third = name(input.avoiding(first).avoiding(second));
        assertEquals(3, List.of(first, second, third).stream().distinct().count());
        assertEquals(second, name(input.avoiding(first)));
        assertEquals(template(input).spec(), template(input.avoiding(first)).spec());
    }

    @Test
    void the_manifest_is_complete_and_carries_our_label() {
        JsonNode manifest = template(input("number-memory-alone")).manifest("team");
        assertEquals("resource.k8s.io/v1", manifest.path("apiVersion").asText());
        assertEquals("ResourceClaimTemplate", manifest.path("kind").asText());
        assertEquals("team", manifest.at("/metadata/namespace").asText());
        assertEquals(
                "aliquot",
                manifest.at("/metadata/labels/app.kubernetes.io~1managed-by").asText());
    }

    private static RewriteInput input(String name) {
        GoldenCase golden = golden(name);
        return golden.input(golden.examples().getFirst());
    }

    private static GoldenCase golden(String name) {
        return GoldenCases.all().stream()
                .filter(golden -> golden.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String name(RewriteInput input) {
        return template(input).name();
    }

    private static io.aliquot.rewrite.Template template(RewriteInput input) {
        return ((Rewriting.Rewritten) Rewriter.rewrite(input)).templates().getFirst();
    }
}
