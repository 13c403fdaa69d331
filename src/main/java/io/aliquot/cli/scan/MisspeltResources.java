package io.aliquot.cli.scan;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.cli.object.Located;
import io.aliquot.model.Warning;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Resources in the domain of mapped names that no mapping names: misspelt, or renamed in the old system. */
final class MisspeltResources {
    private static final int LONGEST_NAME = 317;

    private final Set<String> known;
    private final Set<String> domains;

    private MisspeltResources(Set<String> known) {
        this.known = known;
        this.domains = known.stream().map(Likeness::domain).collect(Collectors.toSet());
    }

    static Stream<Warning> find(Scanned scanned) {
        MisspeltResources names = new MisspeltResources(scanned.resourceNames());
        return scanned.pods().stream()
                .flatMap(pod -> Scanned.containers(pod).stream())
                .flatMap(names::container);
    }

    private Stream<Warning> container(Located container) {
        boolean asks = known.stream().anyMatch(name -> Scanned.hasResource(container.node(), name));
        return Stream.of("limits", "requests").flatMap(field -> {
            JsonNode resources = container.node().path("resources").path(field);
            return resources.properties().stream()
                    .map(entry -> entry.getKey())
                    .filter(name -> name.length() <= LONGEST_NAME && !known.contains(name))
                    .flatMap(name -> message(name, asks)
                            .map(message ->
                                    new Warning(container.path() + ".resources." + field + "[" + name + "]", message))
                            .stream());
        });
    }

    private Optional<String> message(String name, boolean besideKnownOnes) {
        Optional<String> meant = Likeness.closest(name, known);
        if (meant.isPresent()) {
            return Optional.of("is not a known name and stays as it is; did you mean " + meant.get() + "?");
        }
        boolean related = besideKnownOnes && domains.contains(Likeness.domain(name));
        return related
                ? Optional.of("is named by no mapping and stays as it is; when it is one of the old system's names,"
                        + " renamed, add it to the mapping file (--mapping)")
                : Optional.empty();
    }
}
