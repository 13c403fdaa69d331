package io.aliquot.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small files and small methods: a newcomer finds the room for a change. */
class SourceSizesTest {
    private static final int LONGEST_FILE = 400;
    private static final int MEDIAN_FILE = 80;
    private static final int LONGEST_METHOD = 40;

    /** A test may hold a table of cases. */
    private static final int LONGEST_TEST = 80;

    @Test
    void no_file_is_longer_than_a_person_reads() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path file : everything()) {
            int lines = Sources.lines(file);
            if (lines > LONGEST_FILE) {
                tooLong.add(file + " has " + lines + " lines");
            }
        }
        assertEquals(List.of(), tooLong);
    }

    @Test
    void most_files_fit_on_a_screen() throws IOException {
        List<Integer> lines = new ArrayList<>();
        for (Path file : Sources.in(Path.of("src/main/java"))) {
            lines.add(Sources.lines(file));
        }
        int median = lines.stream().sorted().skip(lines.size() / 2).findFirst().orElseThrow();
        assertTrue(median < MEDIAN_FILE, "median of " + lines.size() + " files: " + median);
    }

    @Test
    void no_method_is_longer_than_a_screen() throws IOException {
        assertEquals(List.of(), tooLong(Sources.in(Path.of("src/main/java")), LONGEST_METHOD));
        assertEquals(List.of(), tooLong(Sources.in(Path.of("src/test/java")), LONGEST_TEST));
    }

    @Test
    void a_long_method_is_found(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(
                folder.resolve("Long.java"),
                "class Long {\n void f() {\n" + "g();\n".repeat(LONGEST_METHOD) + "}\n}\n");
        assertEquals(1, tooLong(List.of(file), LONGEST_METHOD).size());
    }

    private static List<Path> everything() throws IOException {
        List<Path> files = new ArrayList<>(Sources.in(Path.of("src/main/java")));
        files.addAll(Sources.in(Path.of("src/test/java")));
        return files;
    }

    private static List<String> tooLong(List<Path> files, int limit) throws IOException {
        return Sources.methods(files).entrySet().stream()
                .filter(method -> method.getValue() >= limit)
                .map(Map.Entry::toString)
                .toList();
    }
}
