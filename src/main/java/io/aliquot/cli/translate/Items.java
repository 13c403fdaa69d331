package io.aliquot.cli.translate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.cli.object.Kind;
import io.aliquot.cli.translate.Item.Source;
import io.aliquot.cli.yaml.Document;
import io.aliquot.cli.yaml.YamlEdit;
import io.aliquot.cli.yaml.YamlNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Opens lists. */
final class Items {
    private Items() {}

    /** The document itself, or what it lists; nothing for a document without content, which is nobody's object. */
    static List<Item> of(String file, Document.Parsed document) {
        JsonNode tree = document.tree();
        if (tree.isNull()) {
            return List.of();
        }
        if (tree.path("kind").asText("").equals("List") && !tree.path("items").isArray()) {
            Document.Broken broken = new Document.Broken(document.number(), 0, "is a List whose items are no list");
            return List.of(Item.broken(file, broken));
        }
        if (!Kind.isList(tree)) {
            return List.of(Item.of(new Source(file, document.number(), OptionalInt.empty()), tree, document.yaml()));
        }
        List<Item> items = new ArrayList<>();
        JsonNode list = tree.path("items");
        for (int i = 0; i < list.size(); i++) {
            JsonNode written = list.get(i);
            JsonNode complete = withKind(tree, written);
            Node yaml = YamlEdit.apply(element(document.yaml(), i, written), written, complete);
            items.add(Item.of(new Source(file, document.number(), OptionalInt.of(i)), complete, yaml));
        }
        return items;
    }

    /** A PodList straight from the API holds Pods that do not say so. */
    private static JsonNode withKind(JsonNode list, JsonNode item) {
        String kind = list.path("kind").asText();
        if (!item.isObject() || item.has("kind") || kind.equals("List")) {
            return item;
        }
        ObjectNode complete = JsonNodeFactory.instance.objectNode();
        complete.set("apiVersion", list.path("apiVersion"));
        complete.put("kind", kind.substring(0, kind.length() - "List".length()));
        return complete.setAll((ObjectNode) item);
    }

    private static Node element(Node list, int index, JsonNode content) {
        if (list instanceof MappingNode mapping) {
            for (NodeTuple field : mapping.getValue()) {
                boolean items = field.getKeyNode() instanceof ScalarNode key
                        && key.getValue().equals("items");
                if (items && field.getValueNode() instanceof SequenceNode sequence) {
                    return sequence.getValue().get(index);
                }
            }
        }
        return YamlNodes.of(content);
    }
}
