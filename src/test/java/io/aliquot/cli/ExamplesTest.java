package io.aliquot.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every example does what its README says. */
class ExamplesTest {
    private static final Path EXAMPLES = Path.of("examples");

    @TestFactory
    Stream<DynamicTest> theCommandInTheReadmeGivesTheClaimInTheReadme() throws IOException {
        return folders().stream().map(folder -> dynamicTest(folder.getFileName().toString(), () -> check(folder)));
    }

    @Test
    void everyManifestIsNamedInItsReadme() throws IOException {
        assertTrue(folders().size() >= 6, "the examples are gone");
        for (Path folder : folders()) {
            String readme = Files.readString(folder.resolve("README.md"));
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> file.toString().endsWith(".yaml"))
                        .forEach(file -> assertTrue(readme.contains(file.toString()), file + " is in no README"));
            }
        }
    }

    private static void check(Path folder) throws IOException {
        String readme = Files.readString(folder.resolve("README.md"));
        List<String> words = new ArrayList<>(List.of(block(readme, "sh").strip().split("\\s+", -1)));
        if (words.getFirst().equals("kubectl")) {
            isLeftAlone(words.getLast());
            return;
        }
        assertEquals("bin/aliquot", words.removeFirst());
        words.addAll(List.of("-o", "json"));
        CommandRun run = CommandRun.of(words.toArray(String[]::new));
        assertEquals(0, run.code(), run.err());
        JsonNode claim = run.lines().getFirst().at("/templates/0/spec/spec/devices");
        JsonNode expected = new YAMLMapper().readTree(block(readme, "yaml"));
        assertEquals(expected, claim, expected.toPrettyString() + "\nbut was\n" + claim.toPrettyString());
    }

    /** Manifests of today need nothing of us. */
    private static void isLeftAlone(String manifest) {
        CommandRun run = CommandRun.of("translate", "-o", "json", manifest);
        assertEquals(0, run.code(), run.err());
        run.lines().forEach(line -> assertEquals(0, line.at("/templates").size(), line.toPrettyString()));
    }

    private static String block(String readme, String language) {
        Matcher matcher = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(readme);
        assertTrue(matcher.find(), "no block of " + language);
        return matcher.group(1);
    }

    private static List<Path> folders() throws IOException {
        try (Stream<Path> folders = Files.list(EXAMPLES)) {
            return folders.filter(Files::isDirectory).sorted().toList();
        }
    }
}
