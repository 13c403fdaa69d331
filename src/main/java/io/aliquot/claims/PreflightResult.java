package io.aliquot.claims;

import java.util.List;
import java.util.Optional;

/**
 * What the cluster can do.
 *
 * @param obstacle why claims with capacity do not work there; empty when they do
 * @param warnings what a person should know although they do
 */
record PreflightResult(Optional<String> obstacle, List<String> warnings) {
    PreflightResult {
        warnings = List.copyOf(warnings);
    }
}
