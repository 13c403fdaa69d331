package io.aliquot.rewrite.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.aliquot.rewrite.RewriteInput;
import io.aliquot.rewrite.Rewriter;
import io.aliquot.rewrite.Rewriting;
import io.fabric8.zjsonpatch.JsonPatch;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/** Every folder of {@code src/test/resources/rewrite}. {@code -Dupdate.golden=true} writes expected.yaml anew. */
class GoldenTest {
    private static final boolean UPDATE = Boolean.getBoolean("update.golden");

    @TestFactory
    Stream<DynamicNode> cases() {
        return GoldenCases.all().stream().map(golden -> dynamicContainer(golden.name(), checks(golden)));
    }

    @Test
    void folders_hold_what_a_case_needs_and_nothing_else() {
        if (!UPDATE) {
            assertEquals(List.of(), GoldenCases.faults());
        }
    }

    @Test
    void no_case_was_lost() {
        assertTrue(
                GoldenCases.all().size() >= 200,
                "cases found: " + GoldenCases.all().size());
    }

    private static List<DynamicNode> checks(GoldenCase golden) {
        return List.of(
                check(golden, "gives the expected output", () -> expectedOutput(golden)),
                check(
                        golden,
                        "the patch alone gives the same pod",
                        () -> eachRewritten(golden, GoldenTest::patchGivesPod)),
                check(golden, "a second run changes nothing", () -> eachRewritten(golden, GoldenTest::secondRun)),
                check(
                        golden,
                        "is what the outcome says",
                        () -> golden.examples()
                                .forEach(e -> new OutcomeCheck(golden, e).check(Rewriter.rewrite(golden.input(e))))));
    }

    /** Some reports drop the names of dynamic tests, so the failure itself names the case. */
    private static DynamicNode check(GoldenCase golden, String sentence, Executable check) {
        return dynamicTest(sentence, () -> {
            try {
                check.execute();
            } catch (AssertionError e) {
                throw new AssertionError(golden.folder() + ": " + sentence + ": " + e.getMessage(), e);
            }
        });
    }

    private static void expectedOutput(GoldenCase golden) throws IOException {
        String actual = Expected.text(golden.examples().stream()
                .map(example -> Rewriter.rewrite(golden.input(example)))
                .toList());
        if (UPDATE) {
            Files.writeString(golden.expectedFile(), actual);
        }
        assertEquals(Yaml.text(golden.expectedFile()), actual);
    }

    private interface Check {
        void run(GoldenCase golden, GoldenCase.Example example, Rewriting.Rewritten rewritten);
    }

    private static void eachRewritten(GoldenCase golden, Check check) {
        for (GoldenCase.Example example : golden.examples()) {
            if (Rewriter.rewrite(golden.input(example)) instanceof Rewriting.Rewritten rewritten) {
                check.run(golden, example, rewritten);
            }
        }
    }

    private static void patchGivesPod(GoldenCase golden, GoldenCase.Example example, Rewriting.Rewritten rewritten) {
        assertEquals(
                rewritten.pod(),
                JsonPatch.apply(rewritten.patch(), example.pod().deepCopy()));
    }

    private static void secondRun(GoldenCase golden, GoldenCase.Example example, Rewriting.Rewritten rewritten) {
        RewriteInput again =
                new RewriteInput(rewritten.pod(), example.oldPod(), golden.mapping(), golden.cards(), Set.of());
        Rewriting second = Rewriter.rewrite(again);
        assertTrue(second instanceof Rewriting.Unchanged, () -> "the second run gave " + second);
    }
}
