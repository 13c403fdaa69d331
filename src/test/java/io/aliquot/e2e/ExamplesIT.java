package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the README of an example says to type works on a cluster, and gives the claim that is written there. */
@Tag("e2e")
class ExamplesIT {
    private static final Path EXAMPLES = Path.of("examples");

    @RegisterExtension
    static final Site SITE = new Site();

    static List<String> examples() throws IOException {
        try (Stream<Path> folders = Files.list(EXAMPLES)) {
            return folders.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theCommandsOfTheReadmeGiveTheClaimOfTheReadmeAndItsPodsRun(String example) throws IOException {
        if (example.equals("half-of-a-card")) {
            SITE.cards(Map.of(
                    "n1", Cards.of("n1", "NVIDIA A100-SXM4-80GB", 80 * 1024, 2),
                    "n2", Cards.of("n2", "NVIDIA A100-SXM4-40GB", 40 * 1024, 2)));
        } else {
            SITE.cards(Map.of("n1", Cards.of("n1", "NVIDIA A100-SXM4-80GB", 81559, 2)));
        }
        String readme = Files.readString(EXAMPLES.resolve(example).resolve("README.md"));
        List<String> commands = blocks(readme, "sh")
                .flatMap(String::lines)
                .filter(line -> line.startsWith("kubectl "))
                .toList();
        assertFalse(commands.isEmpty(), "no kubectl in the README of " + example);
        for (String command : commands) {
            String[] words = command.split(" +", -1);
            SITE.kubectl().ok(List.of(words).subList(1, words.length).toArray(String[]::new));
        }
        List<JsonNode> pods =
                Await.value("pods", () -> Optional.of(SITE.claims().all("pods")).filter(all -> !all.isEmpty()));
        pods.forEach(pod -> SITE.claims().awaitRunning(pod.at("/metadata/name").asText()));
        List<JsonNode> templates = SITE.claims().all("resourceclaimtemplates");
        assertEquals(1, templates.size());
        JsonNode expected =
                new YAMLMapper().readTree(blocks(readme, "yaml").findFirst().orElseThrow());
        JsonNode claim = templates.getFirst().at("/spec/spec/devices");
        assertEquals(expected, claim);
    }

    private static Stream<String> blocks(String readme, String language) {
        return Pattern.compile("(?s)```" + language + "\n(.*?)```")
                .matcher(readme)
                .results()
                .map((MatchResult match) -> match.group(1));
    }
}
