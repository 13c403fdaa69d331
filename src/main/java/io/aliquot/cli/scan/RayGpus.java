package io.aliquot.cli.scan;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.cli.object.Located;
import io.aliquot.model.Warning;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Ray groups whose number of GPUs is read from the object that is being rewritten. */
final class RayGpus {
    private static final String RAY = "ray.io";

    private RayGpus() {}

    static Stream<Warning> find(Scanned scanned) {
        if (!scanned.kind().group().equals(RAY)) {
            return Stream.empty();
        }
        Set<String> counts = scanned.countNames();
        return Located.in(scanned.object()).stream()
                .filter(group -> group.node().has("template") && group.node().has("rayStartParams"))
                .filter(group -> !group.node().path("rayStartParams").has("num-gpus"))
                .flatMap(group -> count(group.node(), counts)
                        .map(count -> new Warning(group.path() + ".rayStartParams", message(count)))
                        .stream());
    }

    /** KubeRay looks at the first container, and at any name that ends in gpu. */
    private static Optional<String> count(JsonNode group, Set<String> counts) {
        JsonNode limits = group.path("template")
                .path("spec")
                .path("containers")
                .path(0)
                .path("resources")
                .path("limits");
        return counts.stream()
                .filter(name -> name.endsWith("gpu") && limits.has(name))
                .map(name -> limits.path(name).asText())
                .findFirst();
    }

    private static String message(String count) {
        return "KubeRay tells Ray its number of GPUs from the limits in this object, which the rewriting removes; add"
                + " num-gpus: \"" + count + "\", or apply the object as it was: the webhook rewrites its pods";
    }
}
