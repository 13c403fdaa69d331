package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Map;

/** Writes the plan into the pod. */
final class PodWriter {
    static final String VISIBLE_DEVICES = "NVIDIA_VISIBLE_DEVICES";

    static final String NO_DEVICE = "void";

    private final PodEdit edit;

    PodWriter(PodEdit edit) {
        this.edit = edit;
    }

    void write(List<Ask> asks, ClaimPlan plan, Map<String, Template> templates) {
        for (Claim claim : plan.claims()) {
            Template template = templates.get(claim.name());
            if (template != null) {
                edit.append(
                        JsonPath.of("spec", "resourceClaims"),
                        object("name", claim.name()).put("resourceClaimTemplateName", template.name()));
            }
        }
        plan.uses().forEach(this::use);
        asks.forEach(this::priority);
    }

    /** Images for CUDA ask for all cards by default, and the vendor's runtime would give them. */
    void hideCards(List<Container> idle) {
        idle.forEach(container -> env(container, VISIBLE_DEVICES, NO_DEVICE));
    }

    void defaultScheduler() {
        edit.set(JsonPath.of("spec", "schedulerName"), TextNode.valueOf(PodScheduler.DEFAULT));
    }

    void mark(ObjectNode request) {
        edit.set(JsonPath.of("metadata", "labels", Marks.REWRITTEN), TextNode.valueOf("true"));
        String text = CanonicalJson.of(request);
        edit.set(JsonPath.of("metadata", "annotations", Marks.REQUEST), TextNode.valueOf(text));
    }

    private void use(ClaimUse use) {
        JsonPath claims = use.container().pointer().child("resources").child("claims");
        String name = use.claim().name();
        if (use.all()) {
            edit.append(claims, object("name", name));
            return;
        }
        for (int i = 0; i < use.cards(); i++) {
            edit.append(claims, object("name", name).put("request", Claim.requestName(i)));
        }
    }

    private void priority(Ask ask) {
        ask.priority()
                .ifPresent(priority -> env(ask.container(), ask.vendor().priorityEnv(), String.valueOf(priority)));
    }

    /** What the container sets itself stays. */
    private void env(Container container, String name, String value) {
        JsonPath env = container.pointer().child("env");
        for (JsonNode entry : edit.at(env)) {
            if (entry.path("name").asText("").equals(name)) {
                return;
            }
        }
        edit.append(env, object("name", name).put("value", value));
    }

    private static ObjectNode object(String name, String value) {
        return JsonNodeFactory.instance.objectNode().put(name, value);
    }
}
