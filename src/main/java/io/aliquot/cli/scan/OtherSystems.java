package io.aliquot.cli.scan;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.cli.object.Located;
import io.aliquot.model.Warning;
import java.util.Set;
import java.util.stream.Stream;

/** Pods that ask another system for a part of a card, without any resource name. */
final class OtherSystems {
    private static final Set<String> KAI = Set.of("gpu-fraction", "gpu-memory", "gpu-fraction-num-devices");
    private static final String TENSOR_FUSION = "tensor-fusion.ai/";

    private OtherSystems() {}

    static Stream<Warning> find(Scanned scanned) {
        return scanned.metadata().stream()
                .flatMap(metadata -> Stream.of("labels", "annotations")
                        .flatMap(field -> metadata.node().path(field).properties().stream()
                                .flatMap(entry -> warning(metadata, field, entry.getKey(), entry.getValue()))));
    }

    private static Stream<Warning> warning(Located metadata, String field, String name, JsonNode value) {
        String system = KAI.contains(name) ? "KAI scheduler" : name.startsWith(TENSOR_FUSION) ? "TensorFusion" : "";
        return system.isEmpty()
                ? Stream.empty()
                : Stream.of(new Warning(
                        metadata.path() + "." + field + "[" + name + "]",
                        "asks " + system + " for a part of a card (" + shown(value) + ") and stays as it is; to have it"
                                + " rewritten, ask by resource names in limits instead"));
    }

    private static String shown(JsonNode value) {
        String text = value.asText();
        return text.length() > 40 ? text.substring(0, 40) + "…" : text;
    }
}
