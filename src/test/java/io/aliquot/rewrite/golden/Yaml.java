package io.aliquot.rewrite.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** YAML of the golden cases: several documents to a file. */
public final class Yaml {
    private static final ObjectMapper MAPPER = new ObjectMapper(YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .build());

    private Yaml() {}

    /** The documents of {@code file}, or the items when it is one list. */
    public static List<JsonNode> read(Path file) {
        try (var documents = MAPPER.readerFor(JsonNode.class).<JsonNode>readValues(file.toFile())) {
            return documents.readAll();
        } catch (IOException e) {
            throw new UncheckedIOException(file + " is not YAML", e);
        }
    }

    /** Text of {@code file}. */
    public static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code documents} as one text. */
    public static String write(List<JsonNode> documents) {
        return documents.stream().map(Yaml::writeOne).collect(Collectors.joining("---\n"));
    }

    private static String writeOne(JsonNode document) {
        try {
            return MAPPER.writeValueAsString(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
