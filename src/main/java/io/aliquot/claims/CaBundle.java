package io.aliquot.claims;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;

/** The CA certificates of a file as a registration names them: PEM in base64. */
record CaBundle(Optional<Path> file) implements Supplier<Optional<String>> {
    @Override
    public Optional<String> get() {
        return file.map(path -> {
            try {
                return Base64.getEncoder().encodeToString(Files.readAllBytes(path));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
