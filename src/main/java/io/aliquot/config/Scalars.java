package io.aliquot.config;

import java.util.Optional;
import java.util.OptionalLong;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/** YAML scalars as the mapping file understands them: text, whole numbers and flags, without YAML's odder spellings. */
final class Scalars {
    private Scalars() {}

    static boolean isNull(Node node) {
        return node.getTag().equals(Tag.NULL);
    }

    /** Any scalar as it is written. */
    static Optional<String> text(Node node) {
        return node instanceof ScalarNode scalar ? Optional.of(scalar.getValue()) : Optional.empty();
    }

    /** A number in plain digits; YAML's octal, underscored and sexagesimal numbers are not read. */
    static OptionalLong number(Node node) {
        return node instanceof ScalarNode scalar && scalar.getValue().matches("0|[1-9][0-9]{0,17}")
                ? OptionalLong.of(Long.parseLong(scalar.getValue()))
                : OptionalLong.empty();
    }

    static Optional<Boolean> flag(Node node) {
        return switch (text(node).orElse("")) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        };
    }
}
