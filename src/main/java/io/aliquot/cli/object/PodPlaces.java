package io.aliquot.cli.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the pods in an object by their shape, so that custom resources need not be known: an object with a list
 * {@code containers} whose members have an image or resources.
 */
public final class PodPlaces {
    /** Subtrees that describe other things than pods to come. */
    private static final Set<String> SKIPPED =
            Set.of("status", "metadata", "containers", "initContainers", "ephemeralContainers");

    private static final String VOLCANO_JOBS = "batch.volcano.sh";
    private static final String KSERVE = "serving.kserve.io";

    private final ObjectNode root;
    private final List<PodPlace> places = new ArrayList<>();

    private PodPlaces(ObjectNode root) {
        this.root = root;
    }

    /** The pods in {@code object}, in the order of writing. */
    public static List<PodPlace> in(ObjectNode object) {
        PodPlaces finder = new PodPlaces(object);
        if (!Kind.of(object).is("apiextensions.k8s.io", "CustomResourceDefinition")) {
            finder.object("", object, Optional.empty());
        }
        return finder.places;
    }

    private void object(String path, ObjectNode object, Optional<PodScheduler> inherited) {
        Optional<PodScheduler> scheduler = scheduler(path, object).or(() -> inherited);
        object.properties().forEach(field -> {
            if (!SKIPPED.contains(field.getKey())) {
                value(FieldPath.field(path, field.getKey()), field.getKey(), field.getValue(), object, path, scheduler);
            }
        });
    }

    private void value(
            String path,
            String name,
            JsonNode value,
            @Nullable ObjectNode owner,
            String ownerPath,
            Optional<PodScheduler> scheduler) {
        if (value instanceof ObjectNode object) {
            if (isPodSpec(object)) {
                Optional<PodScheduler> other = object.has(PodScheduler.FIELD) ? Optional.empty() : scheduler;
                places.add(new PodPlace(path, object, metadata(path, name, object, owner, ownerPath), other));
            }
            object(path, object, scheduler);
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                value(FieldPath.element(path, i), name, value.get(i), null, path, scheduler);
            }
        }
    }

    private PodMetadata metadata(
            String path, String name, ObjectNode spec, @Nullable ObjectNode owner, String ownerPath) {
        if (Kind.of(root).group().equals(KSERVE)) {
            return new PodMetadata.Inside(spec, path, root.path("metadata"));
        }
        if (owner != null && (name.equals("spec") || owner.has("metadata"))) {
            return new PodMetadata.Beside(owner, ownerPath, name);
        }
        return new PodMetadata.Unknown();
    }

    private Optional<PodScheduler> scheduler(String path, ObjectNode object) {
        String name = object.path(PodScheduler.FIELD).asText("");
        if (name.isEmpty() && path.equals("spec") && Kind.of(root).is(VOLCANO_JOBS, "Job")) {
            name = "volcano";
        }
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(new PodScheduler(object, FieldPath.field(path, PodScheduler.FIELD), name));
    }

    private static boolean isPodSpec(ObjectNode object) {
        JsonNode containers = object.path("containers");
        boolean found = false;
        for (JsonNode container : containers.isArray() ? containers : List.<JsonNode>of()) {
            if (!container.isObject()) {
                return false;
            }
            found |= container.has("image") || container.has("resources");
        }
        return found;
    }
}
