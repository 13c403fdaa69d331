package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Changes a copy of the pod and writes down each change as a JSON Patch operation. Only what is named here is touched,
 * so fields that nobody here knows stay as they are.
 */
final class PodEdit {
    private final ObjectNode pod;
    private final ArrayNode patch = JsonNodeFactory.instance.arrayNode();

    PodEdit(ObjectNode pod) {
        this.pod = pod.deepCopy();
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
        JsonNode node = pod;
        for (String segment : path.segments()) {
            node = node.isArray() ? node.path(index(segment)) : node.path(segment);
        }
        return node;
    }

    /** Sets a member of an object, creating the object when it is absent or null. Nothing happens when it is equal. */
    void set(JsonPath path, JsonNode value) {
        JsonNode present = at(path);
        if (present.equals(value)) {
            return;
        }
        JsonPath above = path.parent();
        ensureObject(above);
        if (at(above) instanceof ObjectNode parent) {
            record(present.isMissingNode() ? "add" : "replace", path.toString(), value);
            parent.set(path.last(), value.deepCopy());
        }
    }

    /** Appends to a list, creating the list when it is absent or null. */
    void append(JsonPath list, JsonNode value) {
        JsonNode present = at(list);
        if (present instanceof ArrayNode array) {
            record("add", list.child("-").toString(), value);
            array.add(value.deepCopy());
        } else {
            set(list, JsonNodeFactory.instance.arrayNode().add(value));
        }
    }

    /** Removes a member of an object when it is there. */
    void remove(JsonPath path) {
        if (at(path.parent()) instanceof ObjectNode parent && parent.has(path.last())) {
            patch.addObject().put("op", "remove").put("path", path.toString());
            parent.remove(path.last());
        }
    }

    private void ensureObject(JsonPath path) {
        JsonNode present = at(path);
        if (present.isMissingNode() || present.isNull()) {
            set(path, JsonNodeFactory.instance.objectNode());
        }
    }

    private void record(String op, String path, JsonNode value) {
        patch.addObject().put("op", op).put("path", path).set("value", value.deepCopy());
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
