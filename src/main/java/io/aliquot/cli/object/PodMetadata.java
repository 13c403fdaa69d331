package io.aliquot.cli.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where the labels and annotations of a pod come from. */
public sealed interface PodMetadata {
    /** The metadata of the pod as its controller will write it. */
    JsonNode read();

    /** Takes over the metadata of the rewritten pod. */
    void write(JsonNode metadata);

    /** Path inside the object for a path inside the pod's metadata. */
    String path(String podPath);

    /** The field {@code metadata} beside the pod's spec; made when it is missing. */
    record Beside(ObjectNode owner, String ownerPath, String specField) implements PodMetadata {
        @Override
        public JsonNode read() {
            return owner.path("metadata");
        }

        @Override
        public void write(JsonNode metadata) {
            if (metadata.isMissingNode()) {
                return;
            }
            if (owner.has("metadata")) {
                owner.set("metadata", metadata);
                return;
            }
            Map<String, JsonNode> fields = new LinkedHashMap<>();
            owner.properties().forEach(field -> {
                if (field.getKey().equals(specField)) {
                    fields.put("metadata", metadata);
                }
                fields.put(field.getKey(), field.getValue());
            });
            owner.removeAll();
            owner.setAll(fields);
        }

        @Override
        public String path(String podPath) {
            return ownerPath.isEmpty() ? podPath : ownerPath + "." + podPath;
        }
    }

    /** Labels and annotations in the pod's spec itself, over those of the whole object (KServe's components). */
    record Inside(ObjectNode spec, String path, JsonNode inherited) implements PodMetadata {
        @Override
        public JsonNode read() {
            ObjectNode metadata = JsonNodeFactory.instance.objectNode();
            for (String field : new String[] {"labels", "annotations"}) {
                ObjectNode all = metadata.putObject(field);
                inherited.path(field).properties().forEach(entry -> all.set(entry.getKey(), entry.getValue()));
                spec.path(field).properties().forEach(entry -> all.set(entry.getKey(), entry.getValue()));
            }
            return metadata;
        }

        @Override
        public void write(JsonNode metadata) {
            JsonNode before = read();
            for (String field : new String[] {"labels", "annotations"}) {
                metadata.path(field).properties().stream()
                        .filter(entry -> !before.path(field).has(entry.getKey()))
                        .forEach(entry -> spec.withObjectProperty(field).set(entry.getKey(), entry.getValue()));
            }
        }

        @Override
        public String path(String podPath) {
            return FieldPath.moved(podPath, "metadata", path);
        }
    }

    /** A spec whose labels and annotations are decided elsewhere. */
    record Unknown() implements PodMetadata {
        @Override
        public JsonNode read() {
            return JsonNodeFactory.instance.missingNode();
        }

        @Override
        public void write(JsonNode metadata) {
            // There is no field that would reach the pod.
        }

        @Override
        public String path(String podPath) {
            return podPath;
        }
    }
}
