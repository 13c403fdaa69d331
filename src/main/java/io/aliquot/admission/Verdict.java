package io.aliquot.admission;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.aliquot.model.Warning;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The answer to a review. */
sealed interface Verdict {
    List<Warning> warnings();

    /** The pod may pass, with {@code patch} applied when there is one. */
    record Allowed(Optional<ArrayNode> patch, List<Warning> warnings) implements Verdict {}

    /**
     * The pod may not pass.
     *
     * @param code HTTP-like status that the API server passes on
     * @param reason Kubernetes' word for it, such as {@code Invalid}
     * @param message what the user reads; several lines when there are several reasons
     * @param retryAfterSeconds when to try again, if that can help
     */
    record Denied(int code, String reason, String message, OptionalInt retryAfterSeconds, List<Warning> warnings)
            implements Verdict {}
}
