package io.aliquot.rewrite.properties;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Random pods as people write them, mostly right, with fields that no client library knows. */
final class LegacyPods {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Map<String, List<String>> NUMBERS = Map.of(
            "nvidia.com/gpu", List.of("0", "1", "2", "3"),
            "nvidia.com/gpumem", List.of("0", "1", "3k", "8192", "20000"),
            "nvidia.com/gpumem-percentage", List.of("0", "1", "50", "100"),
            "nvidia.com/gpucores", List.of("0", "30", "100", "150"),
            "nvidia.com/priority", List.of("0", "1", "5"),
            "cpu", List.of("1"),
            "rdma/hca", List.of("2"));

    private LegacyPods() {}

    static Arbitrary<JsonNode> any() {
        Arbitrary<List<ObjectNode>> apps = container().list().ofMinSize(1).ofMaxSize(3);
        Arbitrary<List<ObjectNode>> inits = Combinators.combine(container(), Arbitraries.of(true, false))
                .as((c, sidecar) -> sidecar ? c.put("restartPolicy", "Always") : c)
                .list()
                .ofMaxSize(3);
        return Combinators.combine(apps, inits, annotations(), scheduler(), unknown(), Arbitraries.of(true, false))
                .as(LegacyPods::pod);
    }

    private static JsonNode pod(
            List<ObjectNode> apps,
            List<ObjectNode> inits,
            ObjectNode annotations,
            String scheduler,
            ObjectNode unknown,
            boolean claims) {
        ObjectNode pod = JSON.objectNode().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("name", "p").setAll(annotations);
        ObjectNode spec = pod.putObject("spec").put("schedulerName", scheduler);
        named(spec.putArray("containers"), apps, "app");
        if (!inits.isEmpty()) {
            named(spec.putArray("initContainers"), inits, "init");
        }
        if (claims) {
            spec.putArray("resourceClaims").addObject().put("name", "gpu-app0").put("resourceClaimName", "mine");
        }
        spec.setAll(unknown);
        return pod;
    }

    /** jqwik shares generated values between samples, so each pod gets its own copy. */
    private static void named(ArrayNode list, List<ObjectNode> containers, String prefix) {
        containers.forEach(container -> list.add(container.deepCopy().put("name", prefix + list.size())));
    }

    private static Arbitrary<ObjectNode> container() {
        return Combinators.combine(quantities(), quantities(), Arbitraries.of(0, 1, 2, 3), unknown(), environment())
                .as((limits, requests, shape, unknown, env) -> {
                    ObjectNode container = JSON.objectNode().setAll(unknown.deepCopy());
                    if (shape > 0) {
                        ObjectNode resources = container.putObject("resources");
                        resources.set("limits", limits.deepCopy());
                        resources.set("requests", (shape == 1 ? requests : limits).deepCopy());
                    }
                    if (!env.isEmpty()) {
                        container.set("env", env.deepCopy());
                    }
                    return container;
                });
    }

    private static Arbitrary<ObjectNode> quantities() {
        Arbitrary<Map.Entry<String, JsonNode>> entry = Arbitraries.of(NUMBERS.keySet())
                .flatMap(name -> Arbitraries.of(NUMBERS.getOrDefault(name, List.of()))
                        .map(value -> Map.entry(name, JSON.textNode(value))));
        return entry.list().ofMaxSize(4).map(entries -> {
            ObjectNode map = JSON.objectNode();
            entries.forEach(e -> map.set(e.getKey(), e.getValue()));
            return map;
        });
    }

    private static Arbitrary<ArrayNode> environment() {
        return Arbitraries.of("A", "CUDA_TASK_PRIORITY", "NVIDIA_VISIBLE_DEVICES", "CUDA_DISABLE_CONTROL")
                .list()
                .ofMaxSize(2)
                .map(names -> {
                    ArrayNode env = JSON.arrayNode();
                    names.forEach(name -> env.addObject().put("name", name).put("value", "true"));
                    return env;
                });
    }

    private static Arbitrary<ObjectNode> annotations() {
        return Arbitraries.of(
                        "{}",
                        "{\"annotations\":{}}",
                        "{\"annotations\":{\"nvidia.com/use-gputype\":\"A100,L4\"}}",
                        "{\"annotations\":{\"nvidia.com/nouse-gpuuuid\":\"GPU-2\",\"x\":\"y\"},\"labels\":{\"a\":\"b\"}}",
                        "{\"annotations\":{\"nvidia.com/numa-bind\":\"true\",\"hami.io/vulkan\":\"1\"}}")
                .map(text -> (ObjectNode) Samples.json(text));
    }

    private static Arbitrary<String> scheduler() {
        return Arbitraries.of("default-scheduler", "hami-scheduler", "", "volcano");
    }

    private static Arbitrary<ObjectNode> unknown() {
        return Arbitraries.of(
                        "{}",
                        "{\"future\":{\"a\":[1,{\"b\":null}]}}",
                        "{\"x/y~z\":[],\"é\":1.50}",
                        "{\"big\":12345678901234567890}")
                .map(text -> (ObjectNode) Samples.json(text));
    }
}
