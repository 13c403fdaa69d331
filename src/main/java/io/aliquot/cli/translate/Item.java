package io.aliquot.cli.translate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.aliquot.cli.yaml.Document;
import io.aliquot.cli.yaml.YamlNodes;
import java.util.Optional;
import java.util.OptionalInt;
import org.yaml.snakeyaml.nodes.Node;

/**
 * One object of the input.
 *
 * @param source where it was found
 * @param tree its content
 * @param yaml the same as it was written
 * @param fault why it could not be read; then the content is null
 */
public record Item(Source source, JsonNode tree, Node yaml, Optional<String> fault) {
    static Item of(Source source, JsonNode tree, Node yaml) {
        return new Item(source, tree, yaml, Optional.empty());
    }

    static Item broken(String file, Document.Broken broken) {
        Source source = new Source(file, broken.number(), OptionalInt.empty());
        String line = broken.line() == 0 ? "" : "line " + broken.line() + " ";
        JsonNode nothing = NullNode.getInstance();
        return new Item(source, nothing, YamlNodes.of(nothing), Optional.of(line + broken.message()));
    }

    /**
     * Where an object was found.
     *
     * @param file file as given on the command line, {@code -} for standard input
     * @param document number of the document in the file, from 1
     * @param item index in the list that the document is
     */
    public record Source(String file, int document, OptionalInt item) {
        @Override
        public String toString() {
            String list = item.isPresent() ? " items[" + item.getAsInt() + "]" : "";
            return (file.equals("-") ? "standard input" : file) + ", document " + document + list;
        }
    }
}
