package io.aliquot.cli.scan;

import io.aliquot.cli.object.Located;
import io.aliquot.model.Warning;
import java.util.Set;
import java.util.stream.Stream;

/** Annotations that look like known ones and are none. */
final class MisspeltAnnotations {
    private static final int LONGEST_NAME = 317;

    private MisspeltAnnotations() {}

    static Stream<Warning> find(Scanned scanned) {
        Set<String> known = scanned.annotationNames();
        Set<String> resources = scanned.resourceNames();
        return scanned.metadata().stream()
                .flatMap(metadata -> names(metadata)
                        .filter(name -> !known.contains(name) && !resources.contains(name))
                        .flatMap(name -> Likeness.closest(name, known)
                                .map(meant -> new Warning(
                                        metadata.path() + ".annotations[" + name + "]",
                                        "is not a known annotation and has no effect; did you mean " + meant + "?"))
                                .stream()));
    }

    private static Stream<String> names(Located metadata) {
        return metadata.node().path("annotations").properties().stream()
                .map(entry -> entry.getKey())
                .filter(name -> name.length() <= LONGEST_NAME);
    }
}
