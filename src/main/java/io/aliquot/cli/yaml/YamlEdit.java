package io.aliquot.cli.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Carries a change of the tree over to the YAML as it was written, so that all the rest keeps its looks. */
public final class YamlEdit {
    private YamlEdit() {}

    /** {@code written} holds {@code before}; the answer holds {@code after} and shares what did not change. */
    public static Node apply(Node written, JsonNode before, JsonNode after) {
        if (before.equals(after)) {
            return written;
        }
        if (written instanceof MappingNode mapping && before.isObject() && after.isObject() && !merges(mapping)) {
            return object(mapping, before, after);
        }
        if (written instanceof SequenceNode sequence && before.isArray() && after.isArray()) {
            return array(sequence, before, after);
        }
        return keepingComments(written, YamlNodes.of(after, style(written)));
    }

    private static Node object(MappingNode written, JsonNode before, JsonNode after) {
        List<NodeTuple> tuples = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (NodeTuple tuple : written.getValue()) {
            String key = ((ScalarNode) tuple.getKeyNode()).getValue();
            seen.add(key);
            if (after.has(key)) {
                Node value = apply(tuple.getValueNode(), before.path(key), after.get(key));
                tuples.add(new NodeTuple(tuple.getKeyNode(), value));
            }
        }
        FlowStyle style = style(written);
        after.properties().stream()
                .filter(property -> !seen.contains(property.getKey()))
                .forEach(property -> tuples.add(
                        new NodeTuple(YamlNodes.key(property.getKey()), YamlNodes.of(property.getValue(), style))));
        return keepingComments(written, new MappingNode(written.getTag(), tuples, style));
    }

    /** Elements keep their place; the rewriting only appends. */
    private static Node array(SequenceNode written, JsonNode before, JsonNode after) {
        FlowStyle style = style(written);
        List<Node> elements = new ArrayList<>();
        for (int i = 0; i < after.size(); i++) {
            boolean known = i < before.size();
            elements.add(
                    known
                            ? apply(written.getValue().get(i), before.get(i), after.get(i))
                            : YamlNodes.of(after.get(i), style));
        }
        return keepingComments(written, new SequenceNode(written.getTag(), elements, style));
    }

    private static boolean merges(MappingNode mapping) {
        return mapping.getValue().stream().anyMatch(tuple -> YamlTree.isMerge(tuple.getKeyNode()));
    }

    private static FlowStyle style(Node written) {
        return written instanceof MappingNode mapping
                ? mapping.getFlowStyle()
                : written instanceof SequenceNode sequence ? sequence.getFlowStyle() : FlowStyle.BLOCK;
    }

    private static Node keepingComments(Node from, Node to) {
        to.setBlockComments(from.getBlockComments());
        to.setInLineComments(from.getInLineComments());
        to.setEndComments(from.getEndComments());
        return to;
    }
}
