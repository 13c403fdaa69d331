package io.aliquot.claims.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.claims.Stored;
import io.aliquot.config.MappingFile;
import io.aliquot.config.MappingResult;
import io.aliquot.model.Mapping;
import io.aliquot.rewrite.Marks;
import io.aliquot.rewrite.RewriteInput;
import io.aliquot.rewrite.Rewriter;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.Template;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemakeTest {
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            gpu=1                         | ''
            gpu=2 gpumem=3000 gpucores=30 | ''
            gpumem=3k priority=0          | use-gputype=a100,l4
            gpumem-percentage=50          | nouse-gpuuuid=GPU-1
            gpumem-percentage=30          | numa-bind=true
            """)
    void everyTemplateOfAPodIsMadeAgainFromThePodAlone(String limits, String annotations) {
        ObjectNode pod = Stored.pod("p", List.of(limits, "gpumem=7", "cpu=1"), annotations);
        withInitContainer(pod, "gpumem=100000");
        Rewriting.Rewritten before = Stored.rewritten(pod, Stored.cards());
        assertTrue(before.templates().size() >= 2);
        for (Template template : before.templates()) {
            Remake remake = Remake.of(before.pod(), template.name(), Stored.MAPPING);
            assertEquals(new Remake.Possible(template), remake);
        }
    }

    private static void withInitContainer(ObjectNode pod, String limits) {
        ObjectNode other = Stored.pod("other", limits);
        ObjectNode container =
                (ObjectNode) other.path("spec").path("containers").get(0);
        pod.withObjectProperty("spec").withArrayProperty("initContainers").add(container.put("name", "first"));
    }

    @Test
    void aTemplateWithALaterNameIsMadeAgainToo() {
        ObjectNode pod = Stored.pod("p", "gpumem=3000");
        String first = Stored.rewritten(pod, List.of()).templates().getFirst().name();
        RewriteInput input = RewriteInput.create(pod, Stored.MAPPING, List.of()).avoiding(first);
        Rewriting.Rewritten second = (Rewriting.Rewritten) Rewriter.rewrite(input);
        Template template = second.templates().getFirst();
        assertEquals(new Remake.Possible(template), Remake.of(second.pod(), template.name(), Stored.MAPPING));
    }

    @Test
    void aPodThatIsAlreadyScheduledOrThatHasClaimsOfItsOwnKeepsThem() {
        ObjectNode pod = Stored.pod("p", "gpumem=3000");
        pod.withObjectProperty("spec")
                .withArrayProperty("resourceClaims")
                .addObject()
                .put("name", "own");
        Rewriting.Rewritten before = Stored.rewritten(pod, List.of());
        before.pod().withObjectProperty("spec").put("nodeName", "n1");
        Template template = before.templates().getFirst();
        assertEquals(new Remake.Possible(template), Remake.of(before.pod(), template.name(), Stored.MAPPING));
    }

    @Test
    void anotherMappingMakesAnotherTemplateAndThatIsNotGoodEnough() {
        Rewriting.Rewritten before = Stored.rewritten(Stored.pod("p", "gpumem=3000"), List.of());
        Mapping other = ((MappingResult.Valid)
                        MappingFile.parse(MappingFile.defaultText().replace("memory: MiB", "memory: GiB")))
                .mapping();
        assertImpossible("changed", before.pod(), before.templates().getFirst().name(), other);
    }

    @Test
    void aForgedRecordMakesNoTemplate() {
        Rewriting.Rewritten before = Stored.rewritten(Stored.pod("p", "gpumem=3000"), List.of());
        String name = before.templates().getFirst().name();
        before.pod()
                .withObjectProperty("metadata")
                .withObjectProperty("annotations")
                .put(Marks.REQUEST, "{\"containers\":{\"main\":{\"nvidia.com/gpumem\":\"80000\"}},\"mapping\":\"x\"}");
        assertImpossible("changed", before.pod(), name, Stored.MAPPING);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                                         | no record
            not json                                                   | no record
            []                                                         | no record
            {"containers": 3}                                          | no record
            {"containers": {}}                                         | mean nothing
            {"containers": {"main": {"nvidia.com/gpumem": "-4"}}}      | refused today
            {"containers": {"main": 3}, "cards": {"gpu.aliquot.io": 3}} | mean nothing
            """)
    void anUnusableRecordIsExplained(String record, String why) {
        Rewriting.Rewritten before = Stored.rewritten(Stored.pod("p", "gpumem=3000"), List.of());
        ((ObjectNode) before.pod().path("metadata").path("annotations")).put(Marks.REQUEST, record);
        assertImpossible(why, before.pod(), "aliquot-0000000000000000", Stored.MAPPING);
    }

    private static void assertImpossible(String why, ObjectNode pod, String name, Mapping mapping) {
        Remake.Impossible impossible = assertInstanceOf(Remake.Impossible.class, Remake.of(pod, name, mapping));
        assertTrue(impossible.why().contains(why), impossible.why());
    }

    @Test
    void thePodThatIsGivenStaysAsItIs() {
        Rewriting.Rewritten before = Stored.rewritten(Stored.pod("p", "gpumem=3000"), List.of());
        ObjectNode copy = before.pod().deepCopy();
        Remake.of(before.pod(), before.templates().getFirst().name(), Stored.MAPPING);
        assertEquals(copy, before.pod());
    }
}
