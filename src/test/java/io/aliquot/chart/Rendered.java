package io.aliquot.chart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The objects of a render, by kind and name: helm 3 and helm 4 print them in different orders. */
public record Rendered(List<JsonNode> objects) {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
            .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .build();

    public static Rendered of(String yaml) {
        try (MappingIterator<JsonNode> documents =
                YAML.readerFor(JsonNode.class).readValues(yaml)) {
            return new Rendered(documents.readAll().stream()
                    .filter(JsonNode::isObject)
                    .sorted(Comparator.comparing(Rendered::id))
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String id(JsonNode object) {
        return object.path("kind").asText() + " "
                + object.path("metadata").path("name").asText();
    }

    public Optional<JsonNode> first(String kind) {
        return objects.stream()
                .filter(object -> object.path("kind").asText().equals(kind))
                .findFirst();
    }

    public List<JsonNode> all(String kind) {
        return objects.stream()
                .filter(object -> object.path("kind").asText().equals(kind))
                .toList();
    }

    /** One document for each object. */
    public String yaml() {
        return objects.stream().map(Rendered::yaml).collect(Collectors.joining());
    }

    private static String yaml(JsonNode object) {
        try {
            return YAML.writeValueAsString(object);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
