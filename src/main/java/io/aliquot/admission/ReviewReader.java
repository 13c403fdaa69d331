package io.aliquot.admission;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.admission.Reading.Malformed;
import io.aliquot.admission.Reading.Understood;
import io.aliquot.model.DnsName;
import java.io.IOException;
import java.util.Optional;

/** From bytes to a review. Whatever the bytes are, the answer is a review or a sentence, never an exception. */
final class ReviewReader {
    static final String API_VERSION = "admission.k8s.io/v1";
    static final String KIND = "AdmissionReview";

    /** Far deeper than a Pod can be, far below what a thread's stack holds. */
    private static final int DEEPEST = 200;

    private static final int BAD_REQUEST = 400;

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    Reading read(byte[] body) {
        if (body.length == 0) {
            return malformed("the body is empty; send an AdmissionReview of admission.k8s.io/v1 as JSON");
        }
        try {
            JsonNode root = JSON.readTree(body);
            return root instanceof ObjectNode review ? envelope(review) : notAReview();
        } catch (JsonProcessingException e) {
            return malformed("the body is not JSON that can be read" + where(e));
        } catch (IOException e) {
            return malformed("the body is not UTF-8: " + firstLine(String.valueOf(e.getMessage())));
        } catch (NumberFormatException e) { // the parser lets it through where the exponent has too many digits
            return malformed("the body has a number that cannot be read: " + firstLine(String.valueOf(e.getMessage())));
        }
    }

    private static Reading envelope(ObjectNode review) {
        String apiVersion = review.path("apiVersion").asText();
        if (!review.path("kind").asText().equals(KIND)) {
            return notAReview();
        }
        if (!apiVersion.equals(API_VERSION)) {
            return malformed("apiVersion '" + shown(apiVersion) + "' is not served; list only v1 in the"
                    + " registration's admissionReviewVersions");
        }
        return review.get("request") instanceof ObjectNode request
                ? request(request)
                : malformed("the AdmissionReview has no request object");
    }

    private static Reading request(ObjectNode request) {
        String uid = request.path("uid").asText();
        if (uid.isEmpty() || !request.path("uid").isTextual()) {
            return malformed("request.uid is missing");
        }
        JsonNode kind = request.path("kind");
        if (!kind.path("kind").asText().equals("Pod")
                || !kind.path("group").asText().isEmpty()) {
            return malformed("request.kind is '" + shown(kind.path("kind").asText())
                    + "'; only core Pods are served: let the registration's rules name pods alone");
        }
        if (!(request.get("object") instanceof ObjectNode pod)) {
            return operation(request).startsWith("DELETE")
                    ? wrongOperation(request)
                    : malformed("request.object is missing or no object");
        }
        return switch (operation(request)) {
            case "CREATE" -> review(request, uid, pod, Optional.empty());
            case "UPDATE" ->
                request.get("oldObject") instanceof ObjectNode old
                        ? review(request, uid, pod, Optional.of(old))
                        : malformed("request.oldObject is missing, although the operation is UPDATE");
            default -> wrongOperation(request);
        };
    }

    private static Reading review(ObjectNode request, String uid, ObjectNode pod, Optional<JsonNode> oldPod) {
        String namespace = request.path("namespace").textValue();
        if (namespace == null || !DnsName.isLabel(namespace)) {
            return malformed("request.namespace is missing or no name of a namespace");
        }
        return new Understood(new Review(
                uid,
                namespace,
                request.path("subResource").asText(),
                pod,
                oldPod,
                request.path("dryRun").asBoolean()));
    }

    private static String operation(ObjectNode request) {
        return request.path("operation").asText();
    }

    private static Reading wrongOperation(ObjectNode request) {
        return malformed(
                "request.operation '" + shown(operation(request)) + "' is not served; only CREATE and UPDATE are");
    }

    private static Reading notAReview() {
        return malformed("the body is not an AdmissionReview of admission.k8s.io/v1");
    }

    private static Malformed malformed(String sentence) {
        return new Malformed(BAD_REQUEST, sentence);
    }

    /** Where the parser stopped; its own words are about classes, not about the body. */
    private static String where(JsonProcessingException e) {
        JsonLocation location = e.getLocation();
        return location == null || location.getLineNr() < 1
                ? ""
                : ": see line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    private static String firstLine(String message) {
        return shown(message.lines().findFirst().orElse(""));
    }

    /** Text of the sender inside a sentence of ours: short and on one line. */
    private static String shown(String text) {
        String cut = text.length() > 200 ? text.substring(0, 200) + "…" : text;
        return cut.replaceAll("\\p{Cntrl}", " ");
    }
}
