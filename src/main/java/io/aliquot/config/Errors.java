package io.aliquot.config;

import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.nodes.Node;

/** Collects everything that is wrong with a file, each error with its field path and line. */
final class Errors {
    private final List<String> messages = new ArrayList<>();

    /** Notes that the value at {@code path} is wrong; {@code message} says what to write instead. */
    void add(String path, Node node, String message) {
        add(path + " (line " + (node.getStartMark().getLine() + 1) + ")", message);
    }

    void add(String path, String message) {
        messages.add(path + ": " + message);
    }

    List<String> all() {
        return List.copyOf(messages);
    }
}
