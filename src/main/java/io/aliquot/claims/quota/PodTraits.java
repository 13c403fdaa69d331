package io.aliquot.claims.quota;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.Quantity;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What the scopes of quotas ask about a pod.
 *
 * @param terminating whether it has a deadline
 * @param bestEffort whether no container asks for cpu or memory
 * @param priorityClass name of its PriorityClass, empty for none
 * @param crossNamespaceAffinity whether its affinity looks at other namespaces
 */
public record PodTraits(boolean terminating, boolean bestEffort, String priorityClass, boolean crossNamespaceAffinity) {
    private static final List<String> COMPUTE = List.of("cpu", "memory");

    /** Reads a pod; whatever its shape. */
    public static PodTraits of(JsonNode pod) {
        JsonNode spec = pod.path("spec");
        return new PodTraits(
                spec.path("activeDeadlineSeconds").isNumber(),
                resources(spec).noneMatch(PodTraits::asks),
                spec.path("priorityClassName").asText(""),
                looksElsewhere(spec.path("affinity")));
    }

    private static Stream<JsonNode> resources(JsonNode spec) {
        Stream<JsonNode> containers = Stream.of("containers", "initContainers")
                .flatMap(list -> StreamSupport.stream(spec.path(list).spliterator(), false))
                .map(container -> container.path("resources"));
        return Stream.concat(Stream.of(spec.path("resources")), containers);
    }

    private static boolean asks(JsonNode resources) {
        return Stream.of("requests", "limits")
                .flatMap(map -> COMPUTE.stream().map(name -> resources.path(map).path(name)))
                .flatMap(value -> Quantity.parse(value.asText("")).stream())
                .anyMatch(quantity -> quantity.value().signum() > 0);
    }

    private static boolean looksElsewhere(JsonNode affinity) {
        return Stream.of("podAffinity", "podAntiAffinity")
                .map(affinity::path)
                .flatMap(kind -> Stream.concat(
                        terms(kind.path("requiredDuringSchedulingIgnoredDuringExecution")),
                        terms(kind.path("preferredDuringSchedulingIgnoredDuringExecution"))
                                .map(term -> term.path("podAffinityTerm"))))
                .anyMatch(term -> !term.path("namespaces").isEmpty()
                        || term.path("namespaceSelector").isObject());
    }

    private static Stream<JsonNode> terms(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }
}
