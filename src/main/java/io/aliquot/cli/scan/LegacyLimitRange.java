package io.aliquot.cli.scan;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.cli.object.FieldPath;
import io.aliquot.model.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Bounds on names that pods will not carry any more: Kubernetes looks at them after the rewriting, and misses the name. */
final class LegacyLimitRange {
    private static final Set<String> BOUNDS = Set.of("max", "min", "maxLimitRequestRatio");

    private LegacyLimitRange() {}

    /** Whether {@code path} is such a bound. */
    static boolean bounds(Scanned scanned, String path) {
        return scanned.kind().is("", "LimitRange") && BOUNDS.contains(path.substring(path.lastIndexOf('.') + 1));
    }

    static Stream<Warning> find(Scanned scanned) {
        if (!scanned.kind().is("", "LimitRange")) {
            return Stream.empty();
        }
        List<Warning> warnings = new ArrayList<>();
        JsonNode limits = scanned.object().path("spec").path("limits");
        for (int i = 0; i < limits.size(); i++) {
            for (String bound : BOUNDS.stream().sorted().toList()) {
                for (String name : scanned.resourceNames()) {
                    if (limits.path(i).path(bound).has(name)) {
                        warnings.add(new Warning(
                                FieldPath.field("spec.limits[" + i + "]." + bound, name),
                                "refuses every rewritten pod of its namespace, which does not carry this name any more;"
                                        + " remove it, and limit the namespace by a ResourceQuota"));
                    }
                }
            }
        }
        return warnings.stream();
    }
}
