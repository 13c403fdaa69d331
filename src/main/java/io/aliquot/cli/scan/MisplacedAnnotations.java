package io.aliquot.cli.scan;

import io.aliquot.cli.object.PodMetadata;
import io.aliquot.model.Warning;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Annotations on a workload that are only ever read on its pods. */
final class MisplacedAnnotations {
    private MisplacedAnnotations() {}

    static Stream<Warning> find(Scanned scanned) {
        if (scanned.kind().isPod() || scanned.pods().isEmpty()) {
            return Stream.empty();
        }
        Set<String> names = new TreeSet<>(scanned.annotationNames());
        names.addAll(scanned.resourceNames());
        return names.stream()
                .filter(name ->
                        scanned.object().path("metadata").path("annotations").has(name))
                .filter(name -> scanned.pods().stream()
                        .noneMatch(
                                pod -> pod.metadata().read().path("annotations").has(name)))
                .map(name -> new Warning("metadata.annotations[" + name + "]", message(scanned, name)));
    }

    private static String message(Scanned scanned, String name) {
        if (scanned.resourceNames().contains(name)) {
            return "has no effect as an annotation; write it into resources.limits of a container";
        }
        return scanned.pods().stream()
                .filter(pod -> !(pod.metadata() instanceof PodMetadata.Unknown))
                .findFirst()
                .map(pod ->
                        "has no effect here: it is read on the pods; move it to " + pod.path("metadata.annotations"))
                .orElse("has no effect here: it is read on the pods; move it to where their annotations come from");
    }
}
