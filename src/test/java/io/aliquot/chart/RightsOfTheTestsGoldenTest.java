package io.aliquot.chart;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The tests on a real control plane run under the chart's own rights and registration. {@code -Dupdate.golden=true}
 * writes the files anew.
 */
class RightsOfTheTestsGoldenTest {
    private static final Path E2E = Path.of("src/test/resources/e2e");
    private static final String CA = "-----BEGIN CERTIFICATE-----";
    private static final String NAMESPACE = "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: aliquot-system\n---\n";

    @Test
    void theRightsAreTheChartsOwn() throws IOException {
        agrees("rbac.yaml", NAMESPACE + render(List.of("--show-only", "templates/webhook/rbac.yaml")));
    }

    @Test
    void soAreThoseOfTheNodeDriver() throws IOException {
        List<String> options =
                List.of("--show-only", "templates/node/rbac.yaml", "--show-only", "templates/node/guard.yaml");
        agrees("node-rbac.yaml", NAMESPACE + render(options));
    }

    @Test
    void theRegistrationIsTheChartsOwn() throws IOException {
        List<String> options = List.of(
                "--show-only",
                "templates/webhook/registration.yaml",
                "--set",
                "certificates.mode=provided,certificates.caBundle=" + CA + ",webhook.url=https://url");
        String rendered = render(options)
                .replace("https://url", "URL")
                .replace(Base64.getEncoder().encodeToString(CA.getBytes(US_ASCII)), "CA_BUNDLE");
        agrees("registration.yaml", rendered);
    }

    private static String render(List<String> options) {
        Helm.Answer answer = Helm.of("4").template(options);
        assertEquals(0, answer.code(), answer.output());
        return Rendered.of(answer.output()).yaml().replaceFirst("^---\n", "");
    }

    private static void agrees(String name, String text) throws IOException {
        Path file = E2E.resolve(name);
        String whole = "# Made from the chart by 'make update-golden'.\n" + text;
        if (Boolean.getBoolean("update.golden")) {
            Files.writeString(file, whole);
        }
        assertEquals(Files.readString(file), whole);
    }
}
