package io.aliquot.cli.yaml;

import java.util.List;

/**
 * The text of one document of a stream.
 *
 * @param firstLine number of the text's first line in the stream, from 1
 * @param text the text, with as many lines as it takes in the stream
 */
record Chunk(int firstLine, String text) {
    /**
     * Cuts a stream where its documents end, so that a fault in one does not reach the others. What holds no content
     * (comments, directives, separators) goes with the document after it.
     */
    static List<Chunk> split(String stream) {
        Cutter cutter = new Cutter();
        stream.lines().forEach(cutter::line);
        return cutter.finish();
    }
}
