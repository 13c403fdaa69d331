package io.aliquot.config;

import io.aliquot.model.Mapping;
import java.util.List;

/** What reading a mapping file gave. */
public sealed interface MappingResult {
    /** The file is right. */
    record Valid(Mapping mapping) implements MappingResult {}

    /** The file cannot be used; every error at once, each with its field path and what to write instead. */
    record Invalid(List<String> errors) implements MappingResult {
        public Invalid {
            errors = List.copyOf(errors);
        }
    }
}
