package io.aliquot.claims;

import java.util.Locale;
import java.util.regex.Pattern;

/** Tells answers that will be the same next time from those that may not. */
final class ApiFailure {
    /** How Kubernetes words that we, not the pod's author, lack a right. */
    private static final Pattern OUR_RIGHTS = Pattern.compile("User \"[^\"]*\" cannot ");

    private ApiFailure() {}

    /** Reads a reply that is not successful. */
    static Ensured of(ApiReply reply) {
        String message = reply.message();
        return switch (reply.code()) {
            case 403 ->
                OUR_RIGHTS.matcher(message).find()
                        ? new Ensured.Unavailable("the webhook lacks a right: " + message)
                        : new Ensured.Refused(403, message);
            case 404 ->
                message.toLowerCase(Locale.ROOT).contains("namespaces \"")
                        ? new Ensured.Refused(404, message)
                        : new Ensured.Unavailable("the API server does not serve resource.k8s.io/v1: " + message);
            case 400, 413, 422 -> new Ensured.Refused(reply.code(), message);
            default -> new Ensured.Unavailable(reply.summary());
        };
    }
}
