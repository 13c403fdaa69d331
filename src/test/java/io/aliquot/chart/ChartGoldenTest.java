package io.aliquot.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.claims.registration.MatchConditions;
import io.aliquot.config.MappingFile;
import io.aliquot.config.MappingResult;
import io.aliquot.model.Mapping;
import io.aliquot.model.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every folder of {@code src/test/resources/chart}. {@code -Dupdate.golden=true} writes expected.yaml anew. */
class ChartGoldenTest {
    private static final boolean UPDATE = Boolean.getBoolean("update.golden");

    @Test
    void noCaseWasLost() {
        List<ChartCase> cases = ChartCase.all();
        assertTrue(cases.stream().filter(each -> !each.isRefused()).count() >= 12);
        assertTrue(cases.stream().filter(ChartCase::isRefused).count() >= 8);
    }

    @TestFactory
    Stream<DynamicTest> helm3() {
        return tests(Helm.of("3"));
    }

    @TestFactory
    Stream<DynamicTest> helm4() {
        return tests(Helm.of("4"));
    }

    private static Stream<DynamicTest> tests(Helm helm) {
        return ChartCase.all().stream()
                .map(each -> dynamicTest(each.name(), () -> {
                    try {
                        check(helm, each);
                    } catch (AssertionError e) {
                        throw new AssertionError(each.folder() + ", helm " + helm.major() + ": " + e.getMessage(), e);
                    }
                }));
    }

    private static void check(Helm helm, ChartCase golden) throws IOException {
        Helm.Answer answer = helm.template(List.of("--values", golden.values().toString()));
        if (golden.isRefused()) {
            assertNotEquals(0, answer.code(), answer.output());
            ChartCase.text(golden.refused())
                    .lines()
                    .forEach(line -> assertTrue(answer.output().contains(line), line + "\nin\n" + answer.output()));
            return;
        }
        assertEquals(0, answer.code(), answer.output());
        Rendered rendered = Rendered.of(answer.output());
        if (UPDATE) {
            Files.writeString(golden.expected(), rendered.yaml());
        }
        assertEquals(ChartCase.text(golden.expected()), rendered.yaml());
        rendered.first("MutatingWebhookConfiguration").ifPresent(registration -> checkMapping(rendered, registration));
    }

    /** The rendered mapping is one that the program reads, and the condition is what the program would write for it. */
    private static void checkMapping(Rendered rendered, JsonNode registration) {
        String text = mappingText(rendered);
        assertEquals(
                MatchConditions.expression(read(text)),
                registration.at("/webhooks/0/matchConditions/0/expression").asText());
        assertEquals(
                MatchConditions.NAME,
                registration.at("/webhooks/0/matchConditions/0/name").asText());
        assertEquals(
                HexFormat.of().formatHex(Sha256.of(text.getBytes(StandardCharsets.UTF_8))),
                registration.at("/metadata/annotations/aliquot.io~1mapping").asText());
    }

    private static String mappingText(Rendered rendered) {
        return rendered.all("ConfigMap").stream()
                .map(map -> map.path("data").path("mapping.yaml"))
                .filter(JsonNode::isTextual)
                .findFirst()
                .orElseThrow()
                .asText();
    }

    private static Mapping read(String text) {
        return switch (MappingFile.parse(text)) {
            case MappingResult.Valid valid -> valid.mapping();
            case MappingResult.Invalid invalid -> throw new AssertionError(String.join("\n", invalid.errors()));
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "4"})
    void withoutValuesTheMappingIsTheBuiltInOne(String major) {
        assertEquals(MappingFile.defaults().hash(), mappingOn(major, "1.35.4").hash());
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "4"})
    void severalCardsAreOneRequestWhereTheSchedulerGivesDifferentOnes(String major) {
        assertFalse(mappingOn(major, "1.35.4").pods().cardsInOneRequest());
        assertTrue(mappingOn(major, "1.36.0-alpha.1").pods().cardsInOneRequest());
        assertTrue(mappingOn(major, "1.37.2").pods().cardsInOneRequest());
        assertFalse(mappingOn(major, "1.37.2", "--set", "pods.cardsInOneRequest=false")
                .pods()
                .cardsInOneRequest());
    }

    private static Mapping mappingOn(String major, String release, String... options) {
        List<String> all = new ArrayList<>(List.of("--kube-version", release));
        all.addAll(List.of(options));
        return read(mappingText(Rendered.of(Helm.of(major).template(all).output())));
    }
}
