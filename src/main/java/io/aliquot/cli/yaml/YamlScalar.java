package io.aliquot.cli.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Set;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Scalars as Kubernetes' YAML reader types them. */
final class YamlScalar {
    private static final Set<String> TRUE = Set.of("true", "yes", "on");
    private static final int LONGEST_NUMBER = 400;

    private YamlScalar() {}

    static JsonNode read(ScalarNode scalar) {
        String text = scalar.getValue();
        Tag tag = scalar.getTag();
        if (Tag.NULL.equals(tag)) {
            return NullNode.getInstance();
        }
        if (Tag.BOOL.equals(tag)) {
            return BooleanNode.valueOf(TRUE.contains(text.toLowerCase(Locale.ROOT)));
        }
        boolean number = Tag.INT.equals(tag) || Tag.FLOAT.equals(tag);
        // 22:30 is a number to the base of 60 in old YAML and a text everywhere else.
        if (number && text.indexOf(':') < 0 && text.length() <= LONGEST_NUMBER) {
            return number(text);
        }
        return TextNode.valueOf(text);
    }

    private static JsonNode number(String text) {
        String digits = text.replace("_", "");
        try {
            return digits.matches("[-+]?0[0-9xXbB].*") ? integer(radix(digits)) : decimal(new BigDecimal(digits));
        } catch (NumberFormatException e) {
            return TextNode.valueOf(text);
        }
    }

    /** 3e3 is the whole number 3000; 1.0 keeps its fraction. */
    private static JsonNode decimal(BigDecimal value) {
        boolean whole = value.scale() <= 0 && value.precision() - value.scale() <= LONGEST_NUMBER;
        return whole ? integer(value.toBigIntegerExact()) : DecimalNode.valueOf(value);
    }

    private static BigInteger radix(String digits) {
        boolean negative = digits.startsWith("-");
        String unsigned = digits.replaceFirst("^[-+]", "").toLowerCase(Locale.ROOT);
        BigInteger value = unsigned.startsWith("0x")
                ? new BigInteger(unsigned.substring(2), 16)
                : unsigned.startsWith("0b") ? new BigInteger(unsigned.substring(2), 2) : new BigInteger(unsigned, 8);
        return negative ? value.negate() : value;
    }

    private static JsonNode integer(BigInteger value) {
        if (value.bitLength() < Integer.SIZE) {
            return IntNode.valueOf(value.intValue());
        }
        return value.bitLength() < Long.SIZE ? LongNode.valueOf(value.longValue()) : BigIntegerNode.valueOf(value);
    }
}
