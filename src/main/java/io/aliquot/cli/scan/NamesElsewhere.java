package io.aliquot.cli.scan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.cli.object.FieldPath;
import io.aliquot.cli.object.Located;
import io.aliquot.model.Warning;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.stream.Stream;

/** Legacy names outside every pod template, from which a controller makes pods in its own way. */
final class NamesElsewhere {
    private NamesElsewhere() {}

    static Stream<Warning> find(Scanned scanned) {
        Set<ObjectNode> inPods = Collections.newSetFromMap(new IdentityHashMap<>());
        scanned.pods().stream()
                .flatMap(pod -> Scanned.containers(pod).stream())
                .flatMap(container -> Located.in(container.node()).stream())
                .forEach(located -> inPods.add(located.node()));
        Set<String> names = scanned.resourceNames();
        return Located.in(scanned.object()).stream()
                .filter(located -> !inPods.contains(located.node()))
                .filter(located -> !located.path().startsWith("metadata")
                        && !located.path().startsWith("status"))
                .filter(located -> !located.path().endsWith("annotations"))
                .filter(located -> !LegacyLimitRange.bounds(scanned, located.path()))
                .flatMap(located -> names.stream()
                        .filter(name -> located.node().has(name))
                        .map(name -> new Warning(
                                FieldPath.field(located.path(), name),
                                "is outside of any pod template and stays as it is; if a controller writes it into pods,"
                                        + " the webhook rewrites those")));
    }
}
