package io.aliquot.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * One YAML object on its way into the model. Every getter notes what is wrong and gives nothing or the fallback, so
 * that reading goes on and all errors are found at once. {@link #end} reports the fields that nobody asked for.
 */
final class Fields {
    private final String path;
    private final Errors errors;
    private final Map<String, Node> values = new LinkedHashMap<>();
    private final Map<String, Node> keys = new LinkedHashMap<>();
    private final Set<String> known = new LinkedHashSet<>();

    private Fields(String path, Errors errors) {
        this.path = path;
        this.errors = errors;
    }

    /** The object {@code element}; an error and no fields when it is something else. */
    static Fields of(Element element, Errors errors) {
        Fields fields = new Fields(element.path(), errors);
        if (element.node() instanceof MappingNode mapping) {
            mapping.getValue().forEach(fields::take);
        } else {
            String where = element.path().isEmpty() ? "the file" : element.path();
            errors.add(where, element.node(), "must be an object with named fields");
        }
        return fields;
    }

    private void take(NodeTuple tuple) {
        if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
            errors.add(path, tuple.getKeyNode(), "a field's name must be plain text");
        } else if (values.putIfAbsent(key.getValue(), tuple.getValueNode()) != null) {
            errors.add(path(key.getValue()), key, "is written twice; keep one of them");
        } else {
            keys.put(key.getValue(), key);
        }
    }

    /** The field path of this object. */
    String path() {
        return path;
    }

    /** The field path of {@code name} in this object. */
    String path(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** The value of {@code name} with its path; empty when it is missing or null. */
    Optional<Element> get(String name) {
        known.add(name);
        return Optional.ofNullable(values.get(name))
                .filter(node -> !Scalars.isNull(node))
                .map(node -> new Element(path(name), node));
    }

    /** As {@link #get}; a missing value is an error that says {@code advice}. */
    Optional<Element> require(String name, String advice) {
        Optional<Element> element = get(name);
        if (element.isEmpty()) {
            errors.add(path(name), "is missing; " + advice);
        }
        return element;
    }

    /** The nested object {@code name}, without fields when it is missing. */
    Fields object(String name) {
        return get(name).map(element -> of(element, errors)).orElseGet(() -> new Fields(path(name), errors));
    }

    /** The elements of the list {@code name}; empty when it is missing. */
    List<Element> list(String name) {
        return get(name).map(this::elements).orElse(List.of());
    }

    private List<Element> elements(Element list) {
        if (!(list.node() instanceof SequenceNode sequence)) {
            errors.add(list.path(), list.node(), "must be a list, such as [a, b]");
            return List.of();
        }
        List<Element> elements = new ArrayList<>();
        for (Node node : sequence.getValue()) {
            elements.add(new Element(list.path() + "[" + elements.size() + "]", node));
        }
        return elements;
    }

    boolean flag(String name, boolean fallback) {
        return get(name).map(element -> flag(element, fallback)).orElse(fallback);
    }

    private boolean flag(Element element, boolean fallback) {
        Optional<Boolean> flag = Scalars.flag(element.node());
        if (flag.isEmpty()) {
            errors.add(element.path(), element.node(), "write true or false");
        }
        return flag.orElse(fallback);
    }

    /** Reports every field that no getter asked for. */
    void end() {
        keys.forEach((name, key) -> {
            if (!known.contains(name)) {
                errors.add(path(name), key, "is not a field here; known are " + String.join(", ", known));
            }
        });
    }
}
