package io.aliquot.cli.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads YAML as Kubernetes does: every key a string, no key twice, aliases and merge keys resolved, bounded. */
final class YamlTree {
    /** Aliases of aliases grow without bound; no honest document comes near. */
    private static final int MAX_NODES = 2_000_000;

    private final int firstLine;
    private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private int nodes;

    YamlTree(int firstLine) {
        this.firstLine = firstLine;
    }

    JsonNode read(Node node) throws Unreadable {
        if (++nodes > MAX_NODES) {
            throw new Unreadable(line(node), "grows beyond " + MAX_NODES + " values; write its aliases out");
        }
        if (node instanceof ScalarNode scalar) {
            return YamlScalar.read(scalar);
        }
        if (!open.add(node)) {
            throw new Unreadable(line(node), "contains itself through an alias");
        }
        JsonNode read = node instanceof SequenceNode sequence ? array(sequence) : object(node);
        open.remove(node);
        return read;
    }

    private ArrayNode array(SequenceNode sequence) throws Unreadable {
        ArrayNode array = JsonNodeFactory.instance.arrayNode(sequence.getValue().size());
        for (Node element : sequence.getValue()) {
            array.add(read(element));
        }
        return array;
    }

    private ObjectNode object(Node node) throws Unreadable {
        if (!(node instanceof MappingNode mapping)) {
            throw new Unreadable(line(node), "holds something that is neither a value, a list nor a map");
        }
        ObjectNode merged = JsonNodeFactory.instance.objectNode();
        Map<String, Integer> lines = new LinkedHashMap<>();
        ObjectNode own = JsonNodeFactory.instance.objectNode();
        for (NodeTuple tuple : mapping.getValue()) {
            if (isMerge(tuple.getKeyNode())) {
                merge(read(tuple.getValueNode()), merged, line(tuple.getKeyNode()));
                continue;
            }
            String key = key(tuple.getKeyNode());
            Integer other = lines.putIfAbsent(key, line(tuple.getKeyNode()));
            if (other != null) {
                throw new Unreadable(
                        line(tuple.getKeyNode()), "has the key \"" + key + "\" twice, first on line " + other);
            }
            own.set(key, read(tuple.getValueNode()));
        }
        merged.setAll(own);
        return merged;
    }

    /** The first of several merged maps wins, and a map's own keys win over all of them. */
    private static void merge(JsonNode source, ObjectNode into, int line) throws Unreadable {
        if (source instanceof ArrayNode list) {
            for (JsonNode element : list) {
                merge(element, into, line);
            }
        } else if (source instanceof ObjectNode object) {
            object.properties().forEach(property -> {
                if (!into.has(property.getKey())) {
                    into.set(property.getKey(), property.getValue());
                }
            });
        } else {
            throw new Unreadable(line, "merges (<<) something that is not a map");
        }
    }

    static boolean isMerge(Node key) {
        return Tag.MERGE.equals(key.getTag());
    }

    private String key(Node key) throws Unreadable {
        if (key instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw new Unreadable(line(key), "has a list or a map as a key; Kubernetes' keys are strings");
    }

    private int line(Node node) {
        Mark mark = node.getStartMark();
        return firstLine + (mark == null ? 0 : mark.getLine());
    }
}
