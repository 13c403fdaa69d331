package io.aliquot.cli.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** The fields stand in the order of {@code after}, which is that of {@code before} with the new ones among them. */
    private static Node object(MappingNode written, JsonNode before, JsonNode after) {
        Map<String, NodeTuple> known = new HashMap<>();
        written.getValue().forEach(tuple -> known.put(((ScalarNode) tuple.getKeyNode()).getValue(), tuple));
        FlowStyle style = style(written);
        List<NodeTuple> tuples = new ArrayList<>();
        after.properties().forEach(field -> {
            NodeTuple tuple = known.get(field.getKey());
            tuples.add(
                    tuple == null
                            ? new NodeTuple(YamlNodes.key(field.getKey()), YamlNodes.of(field.getValue(), style))
                            : new NodeTuple(
                                    tuple.getKeyNode(),
                                    apply(tuple.getValueNode(), before.path(field.getKey()), field.getValue())));
        });
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
