package io.aliquot.cli.scan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.cli.object.FieldPath;
import io.aliquot.cli.object.Kind;
import io.aliquot.cli.object.Located;
import io.aliquot.cli.object.PodPlace;
import io.aliquot.model.LegacyKey;
import io.aliquot.model.Mapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An object under the eyes of the scans.
 *
 * @param object as written
 * @param pods the pods in it
 * @param mapping the names that mean something
 */
public record Scanned(ObjectNode object, List<PodPlace> pods, Mapping mapping) {
    Kind kind() {
        return Kind.of(object);
    }

    /** Every resource name of the mapping. */
    Set<String> resourceNames() {
        return mapping.vendors().stream()
                .flatMap(vendor -> vendor.resources().values().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The resource names that count cards. */
    Set<String> countNames() {
        return mapping.vendors().stream()
                .flatMap(vendor -> Stream.ofNullable(vendor.resources().get(LegacyKey.COUNT)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Every annotation of the old system, whether it still has an effect or not. */
    Set<String> annotationNames() {
        Set<String> names = new TreeSet<>(mapping.pods().unsupportedAnnotations());
        mapping.vendors().forEach(vendor -> names.addAll(vendor.annotations().values()));
        return names;
    }

    /** The device classes that requests go to. */
    Set<String> deviceClasses() {
        return mapping.vendors().stream()
                .map(vendor -> vendor.backend().deviceClass())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether any of the pods asks for something in the old words. */
    boolean asks() {
        Set<String> names = resourceNames();
        return pods.stream()
                .anyMatch(pod -> containers(pod).stream()
                        .anyMatch(container -> names.stream().anyMatch(name -> hasResource(container.node(), name))));
    }

    static boolean hasResource(JsonNode container, String name) {
        JsonNode resources = container.path("resources");
        return resources.path("limits").has(name) || resources.path("requests").has(name);
    }

    /** All containers of a pod. */
    static List<Located> containers(PodPlace pod) {
        List<Located> containers = new ArrayList<>();
        for (String field : List.of("initContainers", "containers")) {
            JsonNode list = pod.spec().path(field);
            for (int i = 0; i < list.size(); i++) {
                if (list.path(i) instanceof ObjectNode container) {
                    containers.add(new Located(FieldPath.element(pod.path() + "." + field, i), container));
                }
            }
        }
        return containers;
    }

    /** The object's own metadata and that of its templates, each once; what the pods' controllers read. */
    List<Located> metadata() {
        List<Located> all = new ArrayList<>();
        if (object.path("metadata") instanceof ObjectNode own) {
            all.add(new Located("metadata", own));
        }
        for (PodPlace pod : pods) {
            if (pod.metadata().read() instanceof ObjectNode metadata
                    && !pod.path("metadata").equals("metadata")) {
                all.add(new Located(pod.path("metadata"), metadata));
            }
        }
        return all;
    }
}
