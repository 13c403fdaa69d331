package io.aliquot.admission;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/** Admission reviews as a real API server sent them. */
final class Reviews {
    private Reviews() {}

    static Stream<String> names() {
        try (Stream<Path> files = Files.list(directory())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] bytes(String name) {
        try {
            return Files.readAllBytes(directory().resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path directory() {
        try {
            URL url = Objects.requireNonNull(Reviews.class.getResource("/reviews"));
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
