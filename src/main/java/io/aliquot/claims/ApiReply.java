package io.aliquot.claims;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What the API server said.
 *
 * @param code HTTP status, or 0 when there was no answer
 * @param body the object, or a Status, or an object with a {@code message} about why there is no answer
 */
record ApiReply(int code, JsonNode body) {
    boolean successful() {
        return code >= 200 && code < 300;
    }

    /** Code and message for people. */
    String summary() {
        return code == 0
                ? "the API server does not answer: " + message()
                : "the API server answers " + code + ": " + message();
    }

    String message() {
        return body.path("message").asText("no reason given");
    }
}
