package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Changes a pod without touching the one given, and writes down each change as a JSON Patch operation. Only what is named
 * here is changed, so fields that nobody here knows stay as they are, and only what lies above a change is copied.
 */
final class PodEdit {
    private final ObjectNode pod;
    private final ArrayNode patch = JsonNodeFactory.instance.arrayNode();
    private final Set<JsonNode> copies = Collections.newSetFromMap(new IdentityHashMap<>());

    PodEdit(ObjectNode pod) {
        this.pod = JsonNodeFactory.instance.objectNode().setAll(pod);
    }

    ObjectNode pod() {
        return pod;
    }

    ArrayNode patch() {
        return patch;
    }

    boolean changed() {
        return !patch.isEmpty();
    }

    JsonNode at(JsonPath path) {
        return path == JsonPath.ROOT ? pod : child(at(path.parent()), path.last());
    }

    /** Sets a member of an object, creating the object when it is absent or null. Nothing happens when it is equal. */
    void set(JsonPath path, JsonNode value) {
        JsonNode present = at(path);
        if (present.equals(value)) {
            return;
        }
        JsonPath above = path.parent();
        ensureObject(above);
        if (copied(above) instanceof ObjectNode parent) {
            record(present.isMissingNode() ? "add" : "replace", path, value);
            parent.set(path.last(), value);
        }
    }

    /** Appends to a list, creating the list when it is absent or null. */
    void append(JsonPath list, JsonNode value) {
        if (copied(list) instanceof ArrayNode array) {
            record("add", list.child("-"), value);
            array.add(value);
        } else {
            set(list, JsonNodeFactory.instance.arrayNode().add(value));
        }
    }

    /** Removes members of an object. */
    void remove(JsonPath object, List<String> names) {
        if (copied(object) instanceof ObjectNode parent) {
            for (String name : names) {
                patch.addObject()
                        .put("op", "remove")
                        .put("path", object.child(name).toString());
                parent.remove(name);
            }
        }
    }

    private void ensureObject(JsonPath path) {
        JsonNode present = at(path);
        if (present.isMissingNode() || present.isNull()) {
            set(path, JsonNodeFactory.instance.objectNode());
        }
    }

    private void record(String op, JsonPath path, JsonNode value) {
        patch.addObject().put("op", op).put("path", path.toString()).set("value", value);
    }

    /** What stands there, as a copy that can be changed, under copies up to the root. */
    private JsonNode copied(JsonPath path) {
        if (path == JsonPath.ROOT) {
            return pod;
        }
        JsonNode parent = copied(path.parent());
        JsonNode given = child(parent, path.last());
        if (!given.isContainerNode() || copies.contains(given)) {
            return given;
        }
        JsonNode copy = copy(given);
        copies.add(copy);
        if (parent instanceof ObjectNode object) {
            object.set(path.last(), copy);
        } else if (parent instanceof ArrayNode array) {
            array.set(index(path.last()), copy);
        }
        return copy;
    }

    private static JsonNode copy(JsonNode node) {
        return node instanceof ObjectNode object
                ? JsonNodeFactory.instance.objectNode().setAll(object)
                : JsonNodeFactory.instance.arrayNode(node.size()).addAll((ArrayNode) node);
    }

    private static JsonNode child(JsonNode parent, String segment) {
        return parent.isArray() ? parent.path(index(segment)) : parent.path(segment);
    }

    /** A position in a list, or -1 for a name, which stands nowhere in a list. */
    private static int index(String segment) {
        for (int i = 0; i < segment.length(); i++) {
            if (!Character.isDigit(segment.charAt(i))) {
                return -1;
            }
        }
        return Integer.parseInt(segment);
    }
}
