package io.aliquot.rewrite.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.rewrite.reading.Device;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * One recorded answer of the old system: may a pod with these annotations use this card?
 *
 * @param annotations of the pod
 * @param registered the old system's name of the card; empty when it has none
 * @param mode how the card is divided
 */
record CardVerdict(
        String id,
        JsonNode annotations,
        String uuid,
        String registered,
        String mode,
        boolean uuidOk,
        boolean typeAndModeOk,
        boolean numaBind,
        String fit) {

    static CardVerdict of(Map<String, String> cells) {
        return new CardVerdict(
                cell(cells, "id"),
                LegacyData.json(cell(cells, "annotations_json")),
                cell(cells, "device_uuid"),
                cell(cells, "device_type"),
                cell(cells, "device_mode"),
                Boolean.parseBoolean(cell(cells, "uuid_ok")),
                Boolean.parseBoolean(cell(cells, "type_and_mode_ok")),
                Boolean.parseBoolean(cell(cells, "numa_bind")),
                cell(cells, "fit"));
    }

    /**
     * The card as our driver publishes it. The old system put {@code NVIDIA-} before a product name that lacks it, and
     * in older releases before every name.
     */
    Device device() {
        String product = registered.startsWith("NVIDIA-") ? registered.substring("NVIDIA-".length()) : registered;
        Map<String, String> attributes = new HashMap<>(Map.of("uuid", uuid));
        if (!product.isEmpty()) {
            attributes.put("productName", product);
        }
        return new Device("gpu.aliquot.io", attributes, "memory", 81920);
    }

    /** A pod with these annotations that asks for two shares, so that a NUMA node can matter. */
    ObjectNode pod() {
        ObjectNode pod = JsonNodeFactory.instance.objectNode();
        pod.put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("name", "p").set("annotations", annotations);
        ObjectNode container =
                pod.putObject("spec").putArray("containers").addObject().put("name", "c");
        container
                .putObject("resources")
                .putObject("limits")
                .put("nvidia.com/gpu", "2")
                .put("nvidia.com/gpumem", "100");
        return pod;
    }

    String annotation(String name) {
        return annotations.path("nvidia.com/" + name).asText("");
    }

    boolean has(String name) {
        return annotations.has("nvidia.com/" + name);
    }

    private static String cell(Map<String, String> cells, String column) {
        return Objects.requireNonNull(cells.get(column), column);
    }
}
