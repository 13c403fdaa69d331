package io.aliquot.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.aliquot.metrics.Series;
import io.aliquot.rewrite.Template;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MemoryTemplatesTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Templates templates = new MemoryTemplates(
            new Series(new SimpleMeterRegistry()), new PrintStream(out, true, StandardCharsets.UTF_8));

    @Test
    void a_template_is_printed_once_for_each_namespace_and_means_the_same_when_read() throws IOException {
        Template template = template();
        templates.ensure(template, new Placement("a", false, "uid", "Pod/x"));
        String first = out.toString(StandardCharsets.UTF_8);
        templates.ensure(template, new Placement("a", false, "uid", "Pod/y"));
        assertEquals(first, out.toString(StandardCharsets.UTF_8));
        assertEquals(template.manifest("a"), new YAMLMapper().readTree(first));
        templates.ensure(template, new Placement("b", false, "uid", "Pod/x"));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("namespace: b"));
    }

    @Test
    void a_dry_run_stores_and_prints_nothing() throws IOException {
        templates.ensure(template(), new Placement("a", true, "uid", "Pod/x"));
        assertEquals("", out.toString(StandardCharsets.UTF_8));
    }

    private static Template template() throws IOException {
        return new Template("aliquot-1", (ObjectNode) new JsonMapper()
                .readTree("{\"spec\":{\"cores\":\"30\",\"memory\":\"3000Mi\",\"yes\":\"true\",\"count\":1}}"));
    }
}
