package io.aliquot.chart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder of {@code src/test/resources/chart}: {@code values.yaml}, and either {@code expected.yaml} with the objects
 * or {@code refused.txt} with a line for each thing that helm must say.
 */
record ChartCase(Path folder) {
    private static final Path ROOT = Path.of("src/test/resources/chart");

    static List<ChartCase> all() {
        try (Stream<Path> folders = Files.list(ROOT)) {
            return folders.sorted().map(ChartCase::new).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String name() {
        return folder.getFileName().toString();
    }

    Path values() {
        return folder.resolve("values.yaml");
    }

    Path expected() {
        return folder.resolve("expected.yaml");
    }

    Path refused() {
        return folder.resolve("refused.txt");
    }

    boolean isRefused() {
        return Files.exists(refused());
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
