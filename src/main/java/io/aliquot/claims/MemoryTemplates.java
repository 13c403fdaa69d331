package io.aliquot.claims;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.aliquot.metrics.Series;
import io.aliquot.metrics.TemplateResult;
import io.aliquot.rewrite.Template;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Templates without a cluster: kept in memory, and each printed once as YAML. */
final class MemoryTemplates implements Templates {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .build();

    private final Map<String, Template> stored = new ConcurrentHashMap<>();
    private final Series series;
    private final PrintStream out;

    MemoryTemplates(Series series, PrintStream out) {
        this.series = series;
        this.out = out;
    }

    @Override
    public Ensured ensure(Template template, Placement placement) {
        String key = placement.namespace() + "/" + template.name();
        Template before = placement.dryRun() ? stored.get(key) : stored.putIfAbsent(key, template);
        if (before != null) {
            series.template(TemplateResult.PRESENT);
        } else if (placement.dryRun()) {
            series.template(TemplateResult.DRY_RUN);
        } else {
            print(template, placement.namespace());
            series.template(TemplateResult.CREATED);
        }
        return new Ensured.Present();
    }

    private void print(Template template, String namespace) {
        try {
            String yaml = YAML.writeValueAsString(template.manifest(namespace));
            synchronized (out) {
                out.print(yaml);
                out.flush();
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
