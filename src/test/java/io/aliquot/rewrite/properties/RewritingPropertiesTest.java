package io.aliquot.rewrite.properties;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.Template;
import io.aliquot.rewrite.reading.CanonicalForm;
import io.aliquot.rewrite.reading.Residue;
import io.fabric8.zjsonpatch.JsonPatch;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for every pod, however it is made up. */
class RewritingPropertiesTest {
    private static final Residue RESIDUE = new Residue(Samples.MAPPING);
    private static final Pattern PATCHED = Pattern.compile("/metadata(/(labels|annotations)(/aliquot\\.io~1[a-z]+)?)?"
            + "|/spec/(schedulerName|resourceClaims(/.+)?)"
            + "|/spec/(initContainers|containers)/\\d+/(env(/.+)?|resources(/(limits|requests|claims)(/.+)?)?)");

    @Provide
    Arbitrary<JsonNode> pods() {
        return LegacyPods.any();
    }

    @Property
    void a_second_run_changes_nothing(@ForAll("pods") JsonNode pod) {
        if (Samples.create(pod) instanceof Rewriting.Rewritten rewritten) {
            assertInstanceOf(Rewriting.Unchanged.class, Samples.create(rewritten.pod()));
        }
    }

    @Property
    void the_given_pod_is_never_changed(@ForAll("pods") JsonNode pod) {
        JsonNode before = pod.deepCopy();
        Samples.create(pod);
        Samples.update(pod, pod);
        assertEquals(before.toString(), pod.toString());
    }

    @Property
    void everything_that_is_not_ours_stays_as_it_was(@ForAll("pods") JsonNode pod) {
        if (Samples.create(pod) instanceof Rewriting.Rewritten rewritten) {
            assertEquals(List.of(), RESIDUE.legacyNames(rewritten.pod()));
            assertEquals(
                    RESIDUE.of(pod, pod).toString(),
                    RESIDUE.of(rewritten.pod(), pod).toString());
        }
    }

    @Property
    void the_patch_gives_the_pod_and_touches_only_places_of_ours(@ForAll("pods") JsonNode pod) {
        if (Samples.create(pod) instanceof Rewriting.Rewritten rewritten) {
            assertEquals(rewritten.pod(), JsonPatch.apply(rewritten.patch(), pod.deepCopy()));
            Set<String> places = new HashSet<>();
            for (JsonNode operation : rewritten.patch()) {
                String path = operation.path("path").asText();
                assertTrue(PATCHED.matcher(path).matches(), path);
                assertTrue(path.endsWith("/-") || places.add(path), () -> "twice: " + path);
            }
        }
    }

    @Property
    void every_template_is_in_the_form_that_the_api_server_stores(@ForAll("pods") JsonNode pod) {
        if (Samples.create(pod) instanceof Rewriting.Rewritten rewritten) {
            rewritten.templates().forEach(t -> assertEquals(List.of(), CanonicalForm.faults(t), t.toString()));
        }
    }

    @Property
    void the_order_of_keys_decides_nothing(@ForAll("pods") JsonNode pod) {
        if (Samples.create(pod) instanceof Rewriting.Rewritten rewritten) {
            Rewriting again = Samples.create(KeyOrder.reversed(pod));
            assertEquals(
                    rewritten.pod(),
                    assertInstanceOf(Rewriting.Rewritten.class, again).pod());
            assertEquals(names(rewritten), names((Rewriting.Rewritten) again));
        }
    }

    @Property
    void names_of_templates_come_from_their_content_alone(@ForAll("pods") JsonNode pod) {
        if (Samples.create(pod) instanceof Rewriting.Rewritten rewritten) {
            for (Template template : rewritten.templates()) {
                assertEquals("aliquot-" + KeyOrder.sha256(template.spec()).substring(0, 16), template.name());
            }
        }
    }

    @Property
    void applying_the_old_manifest_again_gives_the_stored_pod(@ForAll("pods") JsonNode pod) {
        if (Samples.create(pod) instanceof Rewriting.Rewritten rewritten) {
            JsonNode stored = rewritten.pod();
            JsonNode spec = assertInstanceOf(Rewriting.Rewritten.class, Samples.update(pod, stored))
                    .pod();
            assertEquals(stored, spec);
            assertInstanceOf(Rewriting.Unchanged.class, Samples.update(stored, stored));
        }
    }

    private static List<String> names(Rewriting.Rewritten rewritten) {
        return rewritten.templates().stream().map(Template::name).sorted().toList();
    }
}
