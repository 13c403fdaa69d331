package io.aliquot.cli.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Writes trees as new YAML nodes in block style, safe for the YAML readers of other languages too. */
public final class YamlNodes {
    /** Plain texts that some reader takes for a number, a boolean or nothing. */
    private static final Pattern AMBIGUOUS =
            Pattern.compile("(?i)[-+.]?[0-9][-+0-9_.:]*(?:e[-+0-9]*)?|0[xob].*|y|n|[-+.]?inf|\\.?nan|~|=|<<");

    /** Longer numbers keep their exponent. */
    private static final int MAX_DIGITS = 40;

    private YamlNodes() {}

    /** A node with the content of {@code tree}. */
    public static Node of(JsonNode tree) {
        return of(tree, FlowStyle.BLOCK);
    }

    static Node of(JsonNode tree, FlowStyle style) {
        if (tree.isObject()) {
            List<NodeTuple> tuples = new ArrayList<>();
            tree.properties()
                    .forEach(property ->
                            tuples.add(new NodeTuple(key(property.getKey()), of(property.getValue(), style))));
            return new MappingNode(Tag.MAP, tuples, tuples.isEmpty() ? FlowStyle.FLOW : style);
        }
        if (tree.isArray()) {
            List<Node> elements = new ArrayList<>();
            tree.forEach(element -> elements.add(of(element, style)));
            return new SequenceNode(Tag.SEQ, elements, elements.isEmpty() ? FlowStyle.FLOW : style);
        }
        return scalar(tree);
    }

    static Node key(String key) {
        return text(key);
    }

    private static Node scalar(JsonNode value) {
        if (value.isTextual()) {
            return text(value.textValue());
        }
        Tag tag = value.isBoolean()
                ? Tag.BOOL
                : value.isNull() ? Tag.NULL : value.isIntegralNumber() ? Tag.INT : Tag.FLOAT;
        return new ScalarNode(tag, plain(value), null, null, ScalarStyle.PLAIN);
    }

    private static String plain(JsonNode value) {
        boolean exponent = value.isBigDecimal() && Math.abs(value.decimalValue().scale()) < MAX_DIGITS;
        return exponent ? value.decimalValue().toPlainString() : value.asText();
    }

    private static Node text(String text) {
        ScalarStyle style = ScalarStyle.PLAIN;
        if (AMBIGUOUS.matcher(text).matches()) {
            style = ScalarStyle.DOUBLE_QUOTED;
        } else if (text.indexOf('\n') >= 0 && text.strip().equals(text.stripTrailing()) && !text.contains(" \n")) {
            style = ScalarStyle.LITERAL;
        }
        return new ScalarNode(Tag.STR, text, null, null, style);
    }
}
