package io.aliquot.cli.yaml;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.emitter.Emitter;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.resolver.Resolver;
import org.yaml.snakeyaml.serializer.NumberAnchorGenerator;
import org.yaml.snakeyaml.serializer.Serializer;

/** Prints nodes as {@code kubectl} does: two spaces, lists under their key, no line broken. */
public final class YamlPrinter {
    private YamlPrinter() {}

    /** The node as a YAML document without separators, beginning with content and ending with a newline. */
    public static String print(Node node) {
        DumperOptions options = new DumperOptions();
        options.setProcessComments(true);
        options.setSplitLines(false);
        options.setWidth(Integer.MAX_VALUE);
        options.setIndent(2);
        options.setIndicatorIndent(0);
        options.setAnchorGenerator(new WrittenAnchors());
        StringWriter text = new StringWriter();
        Serializer serializer = new Serializer(new Emitter(text, options), new Resolver(), options, null);
        try {
            serializer.open();
            serializer.serialize(node);
            serializer.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString().replaceFirst("^\n+", "");
    }

    /** Anchors keep the names that they were written with. */
    private static final class WrittenAnchors extends NumberAnchorGenerator {
        WrittenAnchors() {
            super(0);
        }

        @Override
        public String nextAnchor(Node node) {
            return node.getAnchor() == null ? super.nextAnchor(node) : node.getAnchor();
        }
    }
}
