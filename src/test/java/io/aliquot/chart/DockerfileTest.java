package io.aliquot.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** What the image, the chart and the build assume of each other: no engine is needed to see that they agree. */
class DockerfileTest {
    private static final Path CASE = Path.of("src/test/resources/chart/default/expected.yaml");

    private final String dockerfile = read(Path.of("Dockerfile.jvm")).replaceAll("\\\\\n *", "");
    private final Rendered rendered = Rendered.of(read(CASE));

    private static String read(Path file) {
        return ChartCase.text(file);
    }

    private List<MatchResult> found(String expression) {
        return Pattern.compile(expression, Pattern.MULTILINE)
                .matcher(dockerfile)
                .results()
                .toList();
    }

    private JsonNode container(String kind) {
        return rendered.first(kind).orElseThrow().at("/spec/template/spec/containers/0");
    }

    @Test
    void theBaseHasTheJavaThatTheBuildIsFor() {
        Matches java = new Matches(read(Path.of("pom.xml")));
        assertEquals(
                java.first("<maven.compiler.release>([0-9]+)<"),
                found("^FROM eclipse-temurin:([0-9]+)-jre$").getFirst().group(1));
    }

    private record Matches(String text) {
        String first(String expression) {
            return Pattern.compile(expression)
                    .matcher(text)
                    .results()
                    .findFirst()
                    .orElseThrow()
                    .group(1);
        }
    }

    @Test
    void itRunsAsTheUserThatTheChartNames() {
        JsonNode pod = rendered.first("Deployment").orElseThrow().at("/spec/template/spec/securityContext");
        assertEquals(
                pod.path("runAsUser").asText() + ":" + pod.path("runAsGroup").asText(),
                found("^USER (.*)$").getFirst().group(1));
    }

    @Test
    void everyPortOfTheChartIsExposed() {
        List<String> exposed =
                List.of(found("^EXPOSE (.*)$").getFirst().group(1).split(" ", -1));
        for (String kind : List.of("Deployment", "DaemonSet")) {
            container(kind)
                    .path("ports")
                    .forEach(port -> assertTrue(
                            exposed.contains(port.path("containerPort").asText()), port::toString));
        }
    }

    @Test
    void theNodeDriverFindsTheLibraryWhereTheImageHasIt() {
        String argument = StreamSupport.stream(
                        container("DaemonSet").path("args").spliterator(), false)
                .map(JsonNode::asText)
                .filter(each -> each.startsWith("--library="))
                .findFirst()
                .orElseThrow();
        assertEquals(
                argument.substring("--library=".length()),
                found("^COPY native-interposer/build/libaliquot.so (.*)$")
                        .getFirst()
                        .group(1));
    }

    @Test
    void theNodeDriverIsStartedWithTheOptionsThatTheImageHasForIt() {
        List<String> command = StreamSupport.stream(
                        container("DaemonSet").path("command").spliterator(), false)
                .map(JsonNode::asText)
                .toList();
        String options = found("^COPY build/node-options (.*)$").getFirst().group(1);
        String app = found("^COPY target/quarkus-app (.*)$").getFirst().group(1);
        assertEquals(List.of("java", "@" + options, "-jar", app + "/quarkus-run.jar"), command);
    }

    @Test
    void theEntrypointStartsWhatWasCopiedWithTheCacheThatWasMade() throws IOException {
        JsonNode entrypoint =
                new YAMLMapper().readTree(found("^ENTRYPOINT (.*)$").getFirst().group(1));
        JsonNode training =
                new YAMLMapper().readTree(found("^RUN (.*)$").getFirst().group(1));
        String app = found("^COPY target/quarkus-app (.*)$").getFirst().group(1);
        assertEquals(
                app + "/quarkus-run.jar", entrypoint.path(entrypoint.size() - 1).asText());
        assertEquals(app + "/quarkus-run.jar", training.path(3).asText());
        assertEquals(
                "-XX:AOTCache=" + training.path(1).asText(), entrypoint.path(1).asText());
        String script = read(Path.of("build/aot-webhook"));
        for (int i = 2; i < entrypoint.size() - 1; i++) {
            assertTrue(
                    script.contains(entrypoint.path(i).asText()),
                    entrypoint.path(i).asText());
        }
    }

    @Test
    void whatItCopiesIsWhatTheBuildMakes() {
        found("^COPY (build/[^ ]*) (.*)$").forEach(copy -> {
            Path file = Path.of(copy.group(1));
            assertTrue(Files.isRegularFile(file), copy.group(1));
            assertEquals(copy.group(2).contains("/bin/"), Files.isExecutable(file), copy.group(1));
        });
        assertTrue(read(Path.of("Makefile")).contains("target/quarkus-app/quarkus-run.jar"));
        assertTrue(read(Path.of("native-interposer/Makefile")).contains("$(BUILD)/libaliquot.so"));
    }

    @Test
    void onlyTmpIsWrittenInTheWebhook() {
        JsonNode container = container("Deployment");
        assertTrue(container.at("/securityContext/readOnlyRootFilesystem").asBoolean());
        List<String> writable = StreamSupport.stream(
                        container.path("volumeMounts").spliterator(), false)
                .filter(mount -> !mount.path("readOnly").asBoolean())
                .map(mount -> mount.path("mountPath").asText())
                .toList();
        assertEquals(List.of("/tmp"), writable);
        assertEquals("/tmp", found("^VOLUME (.*)$").getFirst().group(1));
    }
}
