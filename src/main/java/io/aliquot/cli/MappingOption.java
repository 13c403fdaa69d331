package io.aliquot.cli;

import io.aliquot.cli.translate.Input;
import io.aliquot.config.MappingFile;
import io.aliquot.config.MappingResult;
import io.aliquot.model.Mapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The option {@code --mapping}. */
final class MappingOption {
    private MappingOption() {}

    /** The mapping in {@code file}, or the built-in one; adds to {@code errors} and is empty when it cannot be used. */
    static Optional<Mapping> read(Optional<Path> file, List<String> errors) {
        return file.isEmpty() ? Optional.of(MappingFile.defaults()) : read(file.get(), errors);
    }

    private static Optional<Mapping> read(Path file, List<String> errors) {
        String name = "--mapping " + file + ": ";
        try {
            return switch (MappingFile.parse(Files.readString(file))) {
                case MappingResult.Valid valid -> Optional.of(valid.mapping());
                case MappingResult.Invalid invalid -> {
                    invalid.errors().forEach(error -> errors.add(name + error));
                    yield Optional.empty();
                }
            };
        } catch (IOException e) {
            errors.add(name + Input.sentence(e));
            return Optional.empty();
        }
    }
}
