package io.aliquot.admission;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** From a verdict to the bytes of an AdmissionReview. */
final class ReviewWriter {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    byte[] write(String uid, Verdict verdict) {
        ObjectNode review = JsonNodeFactory.instance.objectNode();
        review.put("apiVersion", ReviewReader.API_VERSION).put("kind", ReviewReader.KIND);
        ObjectNode response = review.putObject("response").put("uid", uid);
        switch (verdict) {
            case Verdict.Allowed allowed -> {
                response.put("allowed", true);
                allowed.patch().ifPresent(patch -> patch(response, patch));
            }
            case Verdict.Denied denied -> deny(response, denied);
        }
        if (!verdict.warnings().isEmpty()) {
            Warnings.write(verdict.warnings(), response.putArray("warnings"));
        }
        return bytes(review);
    }

    private static void patch(ObjectNode response, ArrayNode patch) {
        response.put("patchType", "JSONPatch").put("patch", bytes(patch));
    }

    private static void deny(ObjectNode response, Verdict.Denied denied) {
        ObjectNode status = response.put("allowed", false).putObject("status");
        status.put("status", "Failure")
                .put("code", denied.code())
                .put("reason", denied.reason())
                .put("message", denied.message());
        denied.retryAfterSeconds()
                .ifPresent(seconds -> status.putObject("details").put("retryAfterSeconds", seconds));
    }

    private static byte[] bytes(JsonNode node) {
        try {
            return JSON.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
