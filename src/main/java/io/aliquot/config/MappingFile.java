package io.aliquot.config;

import io.aliquot.model.Mapping;
import io.aliquot.model.PodRules;
import io.aliquot.model.VendorMapping;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/** The mapping file: names, units and back ends in YAML (or JSON, which is YAML too). */
public final class MappingFile {
    /** What a ConfigMap can hold. */
    private static final int MOST_CHARACTERS = 1 << 20;

    /** What a decoder puts where bytes are no UTF-8. */
    private static final char NO_UTF_8 = '\uFFFD';

    private MappingFile() {}

    /** The mapping that holds when nothing is configured. */
    public static Mapping defaults() {
        return switch (parse(defaultText())) {
            case MappingResult.Valid valid -> valid.mapping();
            case MappingResult.Invalid invalid ->
                throw new IllegalStateException("built-in mapping: " + String.join("\n", invalid.errors()));
        };
    }

    /** The text of the built-in mapping file, with comments. */
    public static String defaultText() {
        try (InputStream stream = MappingFile.class.getResourceAsStream("default-mapping.yaml")) {
            return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a mapping file; never throws, whatever the text. */
    public static MappingResult parse(String yaml) {
        if (yaml.length() > MOST_CHARACTERS) {
            return invalid("the file: is longer than " + MOST_CHARACTERS + " characters, which no ConfigMap can hold");
        }
        if (yaml.indexOf(NO_UTF_8) >= 0) {
            long line = yaml.substring(0, yaml.indexOf(NO_UTF_8))
                            .chars()
                            .filter(each -> each == '\n')
                            .count()
                    + 1;
            return invalid("the file (line " + line + "): is not UTF-8 text; save it as UTF-8");
        }
        try {
            Node root = new Yaml(options()).compose(new StringReader(yaml));
            return root == null || Scalars.isNull(root)
                    ? invalid("the file: is empty; write at least one entry under vendors")
                    : read(root);
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
            return invalid("the file (line " + line + "): is not YAML: " + e.getProblem());
        } catch (YAMLException e) {
            return invalid("the file: is not YAML: " + e.getMessage());
        }
    }

    private static LoaderOptions options() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(MOST_CHARACTERS);
        options.setMaxAliasesForCollections(50);
        return options;
    }

    private static MappingResult read(Node root) {
        Errors errors = new Errors();
        Fields fields = Fields.of(new Element("", root), errors);
        Uniqueness unique = new Uniqueness(errors);
        List<VendorMapping> vendors = new ArrayList<>();
        for (Element entry : fields.list("vendors")) {
            vendors.add(new VendorReader(errors, unique).read(entry));
        }
        if (vendors.isEmpty()) {
            errors.add("vendors", "write at least one entry");
        }
        PodRules pods = new PodsReader(errors).read(fields.object("pods"));
        fields.end();
        return errors.all().isEmpty()
                ? new MappingResult.Valid(new Mapping(vendors, pods, ContentHash.of(vendors, pods)))
                : new MappingResult.Invalid(errors.all());
    }

    private static MappingResult invalid(String error) {
        return new MappingResult.Invalid(List.of(error));
    }
}
