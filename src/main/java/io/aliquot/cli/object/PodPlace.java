package io.aliquot.cli.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A pod inside an object: the object itself when it is a Pod, a template otherwise.
 *
 * @param path path of the pod's spec
 * @param spec the pod's spec, not a copy
 * @param metadata where its labels and annotations are
 * @param scheduler the scheduler that the workload names when the spec does not
 */
public record PodPlace(String path, ObjectNode spec, PodMetadata metadata, Optional<PodScheduler> scheduler) {
    /** The pod that a controller will make of it. */
    public ObjectNode pod() {
        ObjectNode pod = JsonNodeFactory.instance.objectNode();
        pod.put("apiVersion", "v1").put("kind", "Pod");
        JsonNode known = metadata.read();
        if (!known.isMissingNode()) {
            pod.set("metadata", known.deepCopy());
        }
        ObjectNode copy = spec.deepCopy();
        scheduler.ifPresent(named -> copy.put(PodScheduler.FIELD, named.name()));
        pod.set("spec", copy);
        return pod;
    }

    /** Puts a rewritten pod back where it came from. */
    public void replace(ObjectNode pod) {
        spec.removeAll();
        pod.path("spec").properties().forEach(field -> spec.set(field.getKey(), field.getValue()));
        metadata.write(pod.path("metadata"));
        scheduler.ifPresent(named -> {
            JsonNode name = spec.remove(PodScheduler.FIELD);
            if (name != null && !name.asText().equals(named.name())) {
                named.owner().set(PodScheduler.FIELD, name);
            }
        });
    }

    /** Path inside the object for a path inside the pod. */
    public String path(String podPath) {
        if (scheduler.isPresent() && podPath.equals("spec." + PodScheduler.FIELD)) {
            return scheduler.get().path();
        }
        return podPath.startsWith("metadata") ? metadata.path(podPath) : FieldPath.moved(podPath, "spec", path);
    }
}
