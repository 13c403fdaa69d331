package io.aliquot.cli.yaml;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Reads a stream of YAML documents, JSON documents, or both. */
public final class Documents {
    private static final ObjectMapper JSON = JsonMapper.builder(new JsonFactoryBuilder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(YamlText.MAX_DEPTH)
                            .maxStringLength(StreamText.MAX_BYTES)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final List<Document> documents = new ArrayList<>();

    private Documents() {}

    /**
     * Reads all documents; one that is broken is reported in its place.
     *
     * @throws Unreadable when the stream as a whole is no text
     */
    public static List<Document> read(InputStream stream) throws IOException, Unreadable {
        Documents reader = new Documents();
        Chunk.split(StreamText.read(stream)).forEach(reader::read);
        return reader.documents;
    }

    private void read(Chunk chunk) {
        if (!chunk.text().stripLeading().startsWith("{") || !json(chunk)) {
            yaml(chunk);
        }
    }

    /** Several objects may follow each other, as {@code jq} prints them; false when the text is not JSON. */
    private boolean json(Chunk chunk) {
        List<JsonNode> trees;
        try (MappingIterator<JsonNode> values = JSON.readerFor(JsonNode.class).readValues(chunk.text())) {
            trees = values.readAll();
        } catch (JsonProcessingException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        trees.forEach(tree -> documents.add(new Document.Parsed(next(), tree, YamlNodes.of(tree))));
        return true;
    }

    private void yaml(Chunk chunk) {
        try {
            YamlText text = YamlText.parse(chunk);
            documents.add(new Document.Parsed(next(), text.tree(), text.node()));
        } catch (Unreadable e) {
            documents.add(new Document.Broken(next(), e.line(), e.getMessage()));
        }
    }

    private int next() {
        return documents.size() + 1;
    }
}
