package io.aliquot.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the chart's files say of each other. {@code -Dupdate.golden=true} writes docs/reference/values.md anew. */
class ReferenceGoldenTest {
    private static final Path VALUES = Helm.CHART.resolve("values.yaml");
    private static final Path TABLE = Path.of("docs/reference/values.md");

    @Test
    void theTableOfValuesIsUpToDate() throws IOException {
        ValuesReference reference = new ValuesReference(Files.readString(VALUES));
        assertEquals(List.of(), reference.faults());
        if (Boolean.getBoolean("update.golden")) {
            Files.writeString(TABLE, reference.text());
        }
        assertEquals(Files.readString(TABLE), reference.text());
    }

    @Test
    void theSchemaKnowsEveryValue() throws IOException {
        JsonNode schema = new JsonMapper()
                .readTree(Helm.CHART.resolve("values.schema.json").toFile());
        List<String> unknown = new ArrayList<>();
        compare("", new YAMLMapper().readTree(VALUES.toFile()), schema, schema, unknown);
        assertEquals(List.of(), unknown);
    }

    private static void compare(String path, JsonNode values, JsonNode schema, JsonNode root, List<String> unknown) {
        JsonNode known =
                schema.has("$ref") ? root.at(schema.path("$ref").asText().substring(1)) : schema;
        JsonNode properties = known.path("properties");
        values.properties().forEach(value -> {
            if (properties.has(value.getKey())) {
                compare(path + "." + value.getKey(), value.getValue(), properties.path(value.getKey()), root, unknown);
            } else if (!properties.isMissingNode()) {
                unknown.add(path + "." + value.getKey());
            }
        });
    }
}
