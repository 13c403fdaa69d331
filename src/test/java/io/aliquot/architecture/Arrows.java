package io.aliquot.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which package may use which. Nobody uses admission; nobody uses the command line, which may use all. A new package
 * has to be put here before it can use anything.
 */
final class Arrows {
    private static final Map<String, Set<String>> USES = Map.ofEntries(
            Map.entry("model", Set.of()),
            Map.entry("log", Set.of()),
            Map.entry("metrics", Set.of()),
            Map.entry("nvml", Set.of()),
            Map.entry("rewrite", Set.of("model")),
            Map.entry("config", Set.of("model", "log", "metrics")),
            Map.entry("tls", Set.of("config", "log", "metrics")),
            Map.entry("node", Set.of("model", "nvml", "log", "metrics")),
            Map.entry("claims", Set.of("model", "rewrite", "config", "tls", "log", "metrics")),
            Map.entry("admission", Set.of("model", "rewrite", "claims", "config", "tls", "log", "metrics")));
    private static final String ALL_OF_US = "cli";

    private Arrows() {}

    /** One rule per package below {@code root}. */
    static List<ArchRule> of(String root) {
        return USES.keySet().stream().sorted().map(name -> rule(root, name)).toList();
    }

    /** The packages that have a place here. */
    static Set<String> known() {
        return Stream.concat(USES.keySet().stream(), Stream.of(ALL_OF_US)).collect(java.util.stream.Collectors.toSet());
    }

    private static ArchRule rule(String root, String name) {
        Set<String> used = USES.getOrDefault(name, Set.of());
        String[] packages = Stream.concat(Stream.of(name), used.stream())
                .map(p -> root + "." + p + "..")
                .toArray(String[]::new);
        return classes()
                .that(resideInAPackage(root + "." + name + ".."))
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackage(root + "..").or(resideInAnyPackage(packages)))
                .as(name + " uses nothing of ours but " + used)
                .allowEmptyShould(true);
    }
}
