package io.aliquot.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.aliquot.claims.AllocationSample;
import io.aliquot.metrics.Series;
import io.aliquot.metrics.TemplateResult;
import io.aliquot.node.usage.NodeSample;
import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The reference of all series, from the programs' own registries; alerts and dashboard checked against it. */
class MetricsGoldenTest {
    private static final Path REFERENCE = Path.of("docs/reference/metrics.md");
    private static final Path FILES = Helm.CHART.resolve("files");
    private static final Pattern TEMPLATE_LABEL = Pattern.compile("\\$labels\\.([a-z_]+)|\\{\\{ ?([a-z_]+) ?}}");
    private static final YAMLMapper YAML = new YAMLMapper();

    private final Exposition webhook = new Exposition(webhookScrape());
    private final Exposition node = new Exposition(NodeSample.scrape());

    @SuppressWarnings("deprecation") // The registry is the one that the platform brings.
    private static String webhookScrape() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Series series = new Series(registry);
        series.review("rewritten", "none", Duration.ofMillis(1));
        series.template(TemplateResult.CREATED);
        series.config("0123456789abcdef", 1);
        series.configReload("accepted");
        series.preflight(() -> true);
        series.certificateExpiry(() -> Duration.ofDays(90));
        AllocationSample.show(registry);
        return registry.scrape();
    }

    @Test
    void theReferenceIsUpToDate() throws IOException {
        String text = """
                # Series
                Made from the programs' own registries by `make update-golden`. The webhook serves them on port 9000, the node
                driver on port 8080, both under `/q/metrics`; beside these there are those of the JVM and of HTTP. The allocation
                series (`…_allocated_…`, `hami_gpu_…_limit_…`) come from the leading replica alone.
                A `ratio` of cores is a percentage from 0 to 100, as in the old system; one of time is from 0 to 1.

                ## Webhook
                """ + table(webhook) + "\n## Node driver\n" + table(node);
        if (Boolean.getBoolean("update.golden")) {
            Files.writeString(REFERENCE, text);
        }
        assertEquals(Files.readString(REFERENCE), text);
    }

    private static String table(Exposition exposition) {
        StringBuilder rows = new StringBuilder("| series | type | labels | meaning |\n|---|---|---|---|\n");
        exposition.families().stream()
                .filter(family -> !family.name().endsWith("_max"))
                .sorted(Comparator.comparing(Exposition.Family::name))
                .forEach(family -> rows.append("| `%s` | %s | %s | %s |\n"
                        .formatted(
                                family.name(),
                                family.type(),
                                String.join(", ", exposition.labels(family)),
                                family.help())));
        return rows.toString();
    }

    @Test
    void everySeriesSaysWhatItMeans() {
        for (Exposition each : List.of(webhook, node)) {
            each.families().stream()
                    .filter(family -> !family.name().endsWith("_max"))
                    .forEach(family -> assertTrue(!family.help().isBlank(), family.name()));
        }
    }

    @Test
    void alertsNameOnlySeriesAndLabelsThatExist() throws IOException {
        List<String> faults = new ArrayList<>();
        int rules = 0;
        for (JsonNode group : YAML.readTree(FILES.resolve("alerts.yaml").toFile())) {
            for (JsonNode rule : group.path("rules")) {
                rules++;
                check(
                        rule.path("alert").asText(),
                        rule.path("expr").asText(),
                        rule.at("/annotations/summary").asText(),
                        faults);
            }
        }
        assertEquals(List.of(), faults);
        assertEquals(13, rules);
    }

    @Test
    void theDashboardNamesOnlySeriesAndLabelsThatExist() throws IOException {
        List<String> faults = new ArrayList<>();
        JsonNode dashboard = YAML.readTree(FILES.resolve("dashboard.json").toFile());
        dashboard
                .path("panels")
                .forEach(panel -> panel.path("targets")
                        .forEach(target -> check(
                                panel.path("title").asText(),
                                target.path("expr").asText(),
                                target.path("legendFormat").asText(),
                                faults)));
        assertEquals(List.of(), faults);
        assertEquals(16, dashboard.path("panels").size());
    }

    private void check(String where, String expression, String text, List<String> faults) {
        PromQl query = new PromQl(expression);
        Set<String> known = new LinkedHashSet<>();
        for (String name : query.series()) {
            if (!webhook.samples().containsKey(name) && !node.samples().containsKey(name)) {
                faults.add(where + ": there is no series " + name);
            }
            known.addAll(webhook.samples().getOrDefault(name, Set.of()));
            known.addAll(node.samples().getOrDefault(name, Set.of()));
        }
        Set<String> used = new LinkedHashSet<>(query.labels());
        TEMPLATE_LABEL
                .matcher(text)
                .results()
                .forEach(label -> used.add(label.group(1) == null ? label.group(2) : label.group(1)));
        used.stream()
                .filter(label -> !known.contains(label))
                .forEach(label -> faults.add(where + ": no series has the label " + label));
    }

    @Test
    void whatIsNotThereIsFound() {
        List<String> faults = new ArrayList<>();
        check("a", "sum by (reason) (rate(aliquot_review_total[5m])) > 0", "{{ $labels.pod }}", faults);
        assertEquals(3, faults.size(), faults::toString);
        assertThrows(IllegalArgumentException.class, () -> new PromQl("deriv(aliquot_reviews_total[5m])"));
        assertThrows(IllegalArgumentException.class, () -> new PromQl("a @ 5"));
    }
}
