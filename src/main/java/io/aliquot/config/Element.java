package io.aliquot.config;

import org.yaml.snakeyaml.nodes.Node;

/** An element of a list with its field path, such as {@code vendors[0]}. */
record Element(String path, Node node) {}
