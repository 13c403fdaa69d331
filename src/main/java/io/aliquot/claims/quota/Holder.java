package io.aliquot.claims.quota;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Somebody whom a quota may count.
 *
 * @param traits the pod's traits, read only when a quota has scopes; empty when the pod is not known, which every scope
 *     counts
 * @param demands what it takes
 */
public record Holder(Supplier<Optional<PodTraits>> traits, List<Demand> demands) {
    public Holder {
        demands = List.copyOf(demands);
    }
}
