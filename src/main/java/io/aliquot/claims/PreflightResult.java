package io.aliquot.claims;

import java.util.List;
import java.util.Optional;

/**
 * What the cluster can do.
 *
 * @param finding whether claims with capacity work there
 * @param warnings what a person should know although they do
 */
record PreflightResult(Finding finding, List<String> warnings) {
    /** What was found out. */
    sealed interface Finding {
        /** Claims with capacity work. */
        record Works() implements Finding {}

        /** The API server itself has shown that they do not; {@code why} says what to do. */
        record Broken(String why) implements Finding {}

        /** The API server could not be asked; {@code why} is what happened. */
        record Unknown(String why) implements Finding {}
    }

    PreflightResult {
        warnings = List.copyOf(warnings);
    }

    /** Why claims do not work, or why that is not known; empty when they do. */
    Optional<String> obstacle() {
        return switch (finding) {
            case Finding.Works() -> Optional.empty();
            case Finding.Broken(String why) -> Optional.of(why);
            case Finding.Unknown(String why) -> Optional.of(why);
        };
    }
}
