package io.aliquot.cli.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import org.yaml.snakeyaml.nodes.Node;

/** One document of a stream. */
public sealed interface Document {
    /** Position in the stream, from 1; documents without content do not count. */
    int number();

    /**
     * A document that was read.
     *
     * @param tree its content
     * @param yaml the same content as it was written: comments, quotes, order
     */
    record Parsed(int number, JsonNode tree, Node yaml) implements Document {}

    /**
     * A document that could not be read.
     *
     * @param line line in the stream, from 1; 0 when unknown
     * @param message what is wrong with it
     */
    record Broken(int number, int line, String message) implements Document {}
}
