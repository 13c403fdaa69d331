package io.aliquot.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

/** The domain and the rewriting are functions of their arguments: no IO, clock, randomness, environment or logger. */
final class Purity {
    private static final String[] JDK = {
        "java.lang",
        "java.lang.runtime",
        "java.lang.invoke",
        "java.lang.annotation",
        "java.math",
        "java.nio.charset",
        "java.security",
        "java.util",
        "java.util.function",
        "java.util.regex",
        "java.util.stream",
        "org.jspecify.annotations"
    };
    private static final Set<String> WORLD = Set.of(
            "java.util.Random",
            "java.util.Timer",
            "java.util.Scanner",
            "java.util.Date",
            "java.util.Calendar",
            "java.security.SecureRandom",
            "java.lang.Thread",
            "java.lang.Process",
            "java.lang.ProcessBuilder",
            "java.lang.Runtime",
            "java.lang.ScopedValue");
    private static final Set<String> DOORS = Set.of(
            "java.lang.System.getenv",
            "java.lang.System.getProperty",
            "java.lang.System.getProperties",
            "java.lang.System.currentTimeMillis",
            "java.lang.System.nanoTime",
            "java.lang.System.out",
            "java.lang.System.err",
            "java.lang.System.in",
            "java.lang.Math.random",
            "java.util.UUID.randomUUID",
            "java.lang.System.getLogger",
            "java.util.Locale.getDefault",
            "java.util.Collections.shuffle");

    private Purity() {}

    static ArchRule modelUsesOnlyTheJdk(String root) {
        return classes()
                .that()
                .resideInAPackage(root + ".model..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(with(root + ".model.."))
                .as("model uses nothing but the JDK");
    }

    static ArchRule rewriteUsesOnlyTreesAndTheModel(String root) {
        return classes()
                .that()
                .resideInAPackage(root + ".rewrite..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(with(
                        root + ".model..",
                        root + ".rewrite..",
                        "com.fasterxml.jackson.core",
                        "com.fasterxml.jackson.databind",
                        "com.fasterxml.jackson.databind.node"))
                .as("rewrite uses nothing but JSON trees, the model and the JDK");
    }

    static ArchRule nothingLooksOutside(String root) {
        return noClasses()
                .that()
                .resideInAnyPackage(root + ".model..", root + ".rewrite..")
                .should()
                .dependOnClassesThat(describe("are a door to the world", (JavaClass c) -> WORLD.contains(c.getName())))
                .as("model and rewrite use no class that looks outside");
    }

    static ArchRule nothingCallsOutside(String root) {
        return noClasses()
                .that()
                .resideInAnyPackage(root + ".model..", root + ".rewrite..")
                .should()
                .accessTargetWhere(opensADoor())
                .as("model and rewrite read no clock, environment or chance");
    }

    private static DescribedPredicate<JavaAccess<?>> opensADoor() {
        return describe(
                "a door to the world is opened",
                access -> DOORS.contains(access.getTargetOwner().getName() + "." + access.getName()));
    }

    private static String[] with(String... packages) {
        String[] all = java.util.Arrays.copyOf(JDK, JDK.length + packages.length);
        System.arraycopy(packages, 0, all, JDK.length, packages.length);
        return all;
    }
}
