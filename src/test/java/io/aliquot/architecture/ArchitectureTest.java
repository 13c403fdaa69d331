package io.aliquot.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The arrows between packages. Each rule is proven by a class in the folder fixture that breaks it. */
class ArchitectureTest {
    private static final String ROOT = "io.aliquot";
    private static final String BROKEN = "io.aliquot.architecture.fixture";
    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);
    private static final JavaClasses FIXTURE = new ClassFileImporter().importPackages(BROKEN);

    @Test
    void every_package_uses_only_what_it_may() {
        Arrows.of(ROOT).forEach(rule -> rule.check(OURS));
    }

    @Test
    void a_class_that_uses_another_package_is_found() {
        List<String> found = Arrows.of(BROKEN).stream()
                .map(rule -> rule.evaluate(FIXTURE))
                .flatMap(result -> result.getFailureReport().getDetails().stream())
                .toList();
        for (String culprit : List.of(
                "model.UsesRewrite",
                "rewrite.UsesConfig",
                "config.UsesRewrite",
                "claims.UsesAdmission",
                "node.UsesCli",
                "admission.UsesCli")) {
            assertTrue(found.stream().anyMatch(line -> line.contains(culprit)), culprit + " in " + found);
        }
        assertTrue(found.stream().noneMatch(line -> line.startsWith("Method <" + BROKEN + ".cli")), found.toString());
    }

    @Test
    void every_package_has_its_place() {
        Set<String> names = new TreeSet<>();
        for (JavaClass ours : OURS) {
            String rest = ours.getPackageName().substring(ROOT.length());
            if (!rest.isEmpty()) {
                names.add(rest.split("\\.", 3)[1]);
            }
        }
        names.removeAll(Arrows.known());
        assertEquals(Set.of(), names, "packages without arrows");
    }

    @Test
    void the_model_uses_only_the_jdk() {
        holdsAndFinds(Purity.modelUsesOnlyTheJdk(ROOT), Purity.modelUsesOnlyTheJdk(BROKEN), "model.UsesJackson");
    }

    @Test
    void the_rewriting_uses_only_trees_and_the_model() {
        holdsAndFinds(
                Purity.rewriteUsesOnlyTreesAndTheModel(ROOT),
                Purity.rewriteUsesOnlyTreesAndTheModel(BROKEN),
                "rewrite.ReadsFiles");
    }

    @Test
    void the_rewriting_looks_at_nothing_outside() {
        holdsAndFinds(Purity.nothingLooksOutside(ROOT), Purity.nothingLooksOutside(BROKEN), "rewrite.ThrowsDice");
    }

    @Test
    void the_rewriting_reads_no_clock_and_no_environment() {
        ArchRule broken = Purity.nothingCallsOutside(BROKEN);
        holdsAndFinds(Purity.nothingCallsOutside(ROOT), broken, "rewrite.ReadsClock");
        holdsAndFinds(Purity.nothingCallsOutside(ROOT), broken, "model.ReadsEnvironment");
    }

    @Test
    void names_say_what_a_class_is() {
        holdsAndFinds(
                Names.nothingIsCalledUtilsManagerOrImpl(ROOT),
                Names.nothingIsCalledUtilsManagerOrImpl(BROKEN),
                "model.TextUtils");
    }

    private static void holdsAndFinds(ArchRule rule, ArchRule broken, String culprit) {
        rule.check(OURS);
        EvaluationResult result = broken.evaluate(FIXTURE);
        assertTrue(
                result.getFailureReport().getDetails().stream().anyMatch(line -> line.contains(BROKEN + "." + culprit)),
                culprit + " in " + result.getFailureReport());
    }
}
