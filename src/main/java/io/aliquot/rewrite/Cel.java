package io.aliquot.rewrite;

import io.aliquot.model.Backend;
import io.aliquot.model.Quantity;
import io.aliquot.model.Selector;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Selectors as CEL. Every attribute is guarded, because reading one that a device lacks fails the whole pod, and every
 * text of a tenant is quoted. The forms are those whose estimated cost the API server accepts.
 */
final class Cel {
    private Cel() {}

    static String of(Selector selector, Backend backend) {
        return switch (selector) {
            case Selector.Uuid uuid -> uuid(uuid, backend);
            case Selector.Type type -> type(type, backend);
        };
    }

    /** Devices with exactly this much memory. */
    static String memoryIs(long mib, Backend backend) {
        String capacities = "device.capacity[" + quoted(backend.driver()) + "]";
        return quoted(backend.memoryCapacity()) + " in " + capacities + " && " + capacities + "."
                + backend.memoryCapacity() + ".compareTo(quantity(" + quoted(Quantity.canonicalMib(mib)) + ")) == 0";
    }

    private static String uuid(Selector.Uuid selector, Backend backend) {
        String uuid = attribute(backend, backend.uuidAttribute());
        String listed = uuid + " in " + list(selector.uuids());
        return guarded(backend, backend.uuidAttribute(), listed, selector.wanted());
    }

    private static String type(Selector.Type selector, Backend backend) {
        String name = registeredName(backend) + ".lowerAscii()";
        List<String> words = selector.words().stream().map(Cel::lowerAscii).toList();
        String contained = words.size() == 1
                ? name + ".contains(" + quoted(words.getFirst()) + ")"
                : list(words) + ".exists(t, " + name + ".contains(t))";
        return guarded(backend, backend.typeAttribute(), contained, selector.wanted());
    }

    /** The old system's name of a card: the product name, with the vendor before it when it lacks it. */
    private static String registeredName(Backend backend) {
        String type = attribute(backend, backend.typeAttribute());
        String prefix = backend.typePrefix();
        return prefix.isEmpty()
                ? type
                : "(" + type + ".startsWith(" + quoted(prefix) + ") ? " + type + " : " + quoted(prefix + "-") + " + "
                        + type + ")";
    }

    /** A device without the attribute is none of the wanted ones, and none of the unwanted either. */
    private static String guarded(Backend backend, String attribute, String condition, boolean wanted) {
        String holds = quoted(attribute) + " in " + attributes(backend) + " && " + condition;
        return wanted ? holds : "!(" + holds + ")";
    }

    private static String attribute(Backend backend, String name) {
        return attributes(backend) + "." + name;
    }

    private static String attributes(Backend backend) {
        return "device.attributes[" + quoted(backend.driver()) + "]";
    }

    private static String list(List<String> texts) {
        return texts.stream().map(Cel::quoted).collect(Collectors.joining(", ", "[", "]"));
    }

    /** A CEL string literal. All but printable ASCII is escaped, so that no text can end the literal. */
    static String quoted(String text) {
        StringBuilder literal = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                literal.append('\\').appendCodePoint(c);
            } else if (c >= ' ' && c < 0x7f) {
                literal.appendCodePoint(c);
            } else {
                literal.append(escape(c));
            }
        });
        return literal.append('"').toString();
    }

    /** CEL has no escape for half a surrogate pair; the replacement character matches no card either. */
    private static String escape(int codePoint) {
        int valid = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE ? 0xfffd : codePoint;
        return String.format(valid > 0xffff ? "\\U%08x" : "\\u%04x", valid);
    }

    private static String lowerAscii(String text) {
        StringBuilder lower = new StringBuilder(text.length());
        text.chars().forEach(c -> lower.append((char) (c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c)));
        return lower.toString();
    }
}
