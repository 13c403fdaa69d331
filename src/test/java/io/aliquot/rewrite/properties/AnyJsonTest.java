package io.aliquot.rewrite.properties;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.aliquot.rewrite.Rewriting;
import io.fabric8.zjsonpatch.JsonPatch;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The rewriting answers whatever it is given: wrong types at every place that it reads, and any tree at all. */
class AnyJsonTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<JsonNode> INTRUDERS = Stream.of(
                    "null",
                    "true",
                    "7",
                    "-1",
                    "1.5",
                    "1e400",
                    "9223372036854775808",
                    "\"\"",
                    "\"text\"",
                    "[]",
                    "{}",
                    "[null]",
                    "[{}]",
                    "{\"a\":null}",
                    "{\"\":[[]]}",
                    "[7,\"x\",{\"name\":7}]")
            .map(Samples::json)
            .toList();

    @Test
    void a_wrong_type_anywhere_in_a_new_pod_is_answered() {
        for (JsonPointer path : PodPaths.all(Samples.FULL_POD)) {
            for (JsonNode intruder : INTRUDERS) {
                JsonNode pod = PodPaths.with(Samples.FULL_POD, path, intruder);
                answered(pod, Samples.create(pod), path + " = " + intruder);
            }
        }
    }

    @Test
    void a_wrong_type_anywhere_in_an_update_is_answered() {
        JsonNode stored = ((Rewriting.Rewritten) Samples.create(Samples.FULL_POD)).pod();
        for (JsonNode intruder : INTRUDERS) {
            for (JsonPointer path : PodPaths.all(Samples.FULL_POD)) {
                JsonNode pod = PodPaths.with(Samples.FULL_POD, path, intruder);
                answered(pod, Samples.update(pod, stored), "new " + path + " = " + intruder);
            }
            for (JsonPointer path : PodPaths.all(stored)) {
                JsonNode broken = PodPaths.with(stored, path, intruder);
                answered(Samples.FULL_POD, Samples.update(Samples.FULL_POD, broken), "old " + path + " = " + intruder);
            }
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void any_tree_is_answered(@ForAll("trees") JsonNode tree) {
        answered(tree, Samples.create(tree), tree.toString());
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void any_tree_inside_a_pod_is_answered(@ForAll("trees") JsonNode tree, @ForAll int place) {
        List<JsonPointer> paths = PodPaths.all(Samples.FULL_POD);
        JsonNode pod = PodPaths.with(Samples.FULL_POD, paths.get(Math.floorMod(place, paths.size())), tree);
        answered(pod, Samples.create(pod), pod.toString());
    }

    @Provide
    Arbitrary<JsonNode> trees() {
        Arbitrary<JsonNode> tree = Arbitraries.oneOf(
                Arbitraries.of(INTRUDERS),
                Arbitraries.strings().ofMaxLength(8).map(JSON::textNode),
                Arbitraries.of("3k", "500m", "4Gi", "1", "-1", "1e999999999", "Always", "true")
                        .map(JSON::textNode));
        for (int depth = 0; depth < 5; depth++) {
            tree = Arbitraries.oneOf(tree, objects(tree), arrays(tree));
        }
        return tree;
    }

    private static Arbitrary<JsonNode> objects(Arbitrary<JsonNode> values) {
        Arbitrary<String> names = Arbitraries.of(
                "spec",
                "metadata",
                "containers",
                "initContainers",
                "resources",
                "limits",
                "requests",
                "claims",
                "env",
                "name",
                "value",
                "labels",
                "annotations",
                "nvidia.com/gpu",
                "nvidia.com/gpumem",
                "nvidia.com/gpumem-percentage",
                "nvidia.com/gpucores",
                "nvidia.com/priority",
                "resourceClaims",
                "x/~y");
        return Arbitraries.maps(names, values)
                .ofMaxSize(4)
                .map(map -> JSON.objectNode().setAll(map));
    }

    private static Arbitrary<JsonNode> arrays(Arbitrary<JsonNode> items) {
        return items.list().ofMaxSize(3).map(list -> JSON.arrayNode().addAll(list));
    }

    private static void answered(JsonNode pod, Rewriting rewriting, String which) {
        switch (rewriting) {
            case Rewriting.Refused refused -> assertTrue(!refused.problems().isEmpty(), which);
            case Rewriting.Unchanged unchanged ->
                assertTrue(unchanged.warnings().size() < 20, which);
            case Rewriting.Rewritten rewritten ->
                assertEquals(rewritten.pod(), JsonPatch.apply(rewritten.patch(), pod.deepCopy()), which);
        }
    }
}
