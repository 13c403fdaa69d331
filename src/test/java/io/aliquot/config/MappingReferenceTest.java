package io.aliquot.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of docs/reference/mapping.md against the reader: the same fields, and the defaults that it says. */
class MappingReferenceTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\S+)` \\| (.+?) \\| .+ \\|$");
    private static final Pattern SEVERAL = Pattern.compile("(.*)\\{(.*)}");
    private static final Pattern KNOWN =
            Pattern.compile("(.*?)\\.?nobody \\(line .*: is not a field here; known are (.*)");
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final List<String> OBJECTS =
            List.of("", "resources", "units", "annotations", "backend", "backend.capacities", "backend.attributes");
    private static final String SMALLEST = """
            vendors:
              - name: acme
                resources: {count: acme.com/gpu}
                backend: {driver: gpu.acme.com, deviceClass: acme, capacities: {memory: memory}}
            """;

    private record Row(String field, String fallback) {}

    private static List<Row> rows() throws IOException {
        return ROW.matcher(Files.readString(Path.of("docs/reference/mapping.md")))
                .results()
                .flatMap(MappingReferenceTest::rows)
                .toList();
    }

    private static Stream<Row> rows(MatchResult row) {
        Matcher several = SEVERAL.matcher(row.group(1));
        return several.matches()
                ? Stream.of(several.group(2).split(",")).map(name -> new Row(several.group(1) + name, row.group(2)))
                : Stream.of(new Row(row.group(1), row.group(2)));
    }

    /** {@code field} of the first vendor, or of the pods. */
    private static ObjectNode with(String field, Object value) throws IOException {
        ObjectNode mapping = (ObjectNode) YAML.readTree(SMALLEST);
        String inside = field.replace("vendors[].", "");
        ObjectNode at = inside.equals(field) ? mapping : (ObjectNode) mapping.at("/vendors/0");
        List<String> names = new ArrayList<>(List.of(inside.split("\\.", -1)));
        String last = names.removeLast();
        for (String name : names) {
            at = at.withObjectProperty(name);
        }
        at.set(last, YAML.valueToTree(value));
        return mapping;
    }

    @Test
    void the_table_has_the_fields_that_the_reader_knows() throws IOException {
        TreeSet<String> known = new TreeSet<>();
        for (String object : OBJECTS) {
            known.addAll(known("vendors[]." + (object.isEmpty() ? "" : object + ".")));
        }
        known.addAll(known("pods."));
        OBJECTS.forEach(object -> known.remove("vendors[]." + object));
        TreeSet<String> written = new TreeSet<>(rows().stream().map(Row::field).toList());
        assertEquals(known, written);
    }

    private static List<String> known(String object) throws IOException {
        ObjectNode mapping = with(object + "nobody", 1);
        MappingResult.Invalid invalid =
                assertInstanceOf(MappingResult.Invalid.class, MappingFile.parse(YAML.writeValueAsString(mapping)));
        Matcher error = KNOWN.matcher(invalid.errors().getFirst());
        assertTrue(error.matches(), invalid.errors()::toString);
        return Stream.of(error.group(2).split(", ")).map(name -> object + name).toList();
    }

    @Test
    void a_default_that_the_table_says_changes_nothing_when_it_is_written_out() throws IOException {
        String hash = hash((ObjectNode) YAML.readTree(SMALLEST));
        List<String> checked = new ArrayList<>();
        for (Row row : rows()) {
            if (row.fallback().startsWith("`")) {
                String value = row.fallback().substring(1, row.fallback().length() - 1);
                assertEquals(hash, hash(with(row.field(), YAML.readTree(value))), row.field());
                checked.add(row.field());
            }
        }
        assertTrue(checked.contains("pods.hideCards") && checked.contains("vendors[].units.memory"), checked::toString);
    }

    private static String hash(ObjectNode mapping) throws IOException {
        return switch (MappingFile.parse(YAML.writeValueAsString(mapping))) {
            case MappingResult.Valid valid -> valid.mapping().hash();
            case MappingResult.Invalid invalid -> throw new AssertionError(String.join("\n", invalid.errors()));
        };
    }
}
