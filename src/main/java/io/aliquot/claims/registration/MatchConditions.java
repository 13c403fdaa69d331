package io.aliquot.claims.registration;

import io.aliquot.model.Mapping;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The condition under which a pod is sent to the webhook: one of its containers carries a mapped name. */
public final class MatchConditions {
    /** Name of our condition; conditions with other names are an admin's own and stay. */
    public static final String NAME = "carries-a-mapped-name";

    private static final String CONTAINERS =
            "(object.spec.containers + (has(object.spec.initContainers) ? object.spec.initContainers : []))";
    private static final String CARRIES = "(has(c.resources.%1$s) && c.resources.%1$s.exists(k, k in [%2$s]))";

    private MatchConditions() {}

    /** The CEL expression for the names of {@code mapping}. */
    public static String expression(Mapping mapping) {
        String names = mapping.vendors().stream()
                .flatMap(vendor -> vendor.resources().values().stream())
                .distinct()
                .sorted()
                .map(name -> "'" + name + "'")
                .collect(Collectors.joining(", "));
        return CONTAINERS + ".exists(c, has(c.resources) && (" + CARRIES.formatted("limits", names) + " || "
                + CARRIES.formatted("requests", names) + "))";
    }

    /** {@code present} with our condition in its place, or at the end. */
    public static List<MatchCondition> in(@Nullable List<MatchCondition> present, Mapping mapping) {
        List<MatchCondition> conditions = new ArrayList<>(present == null ? List.of() : present);
        MatchCondition ours = new MatchCondition(expression(mapping), NAME);
        conditions.replaceAll(condition -> condition.getName().equals(NAME) ? ours : condition);
        if (!conditions.contains(ours)) {
            conditions.add(ours);
        }
        return conditions;
    }
}
