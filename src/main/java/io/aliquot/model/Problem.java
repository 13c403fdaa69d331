package io.aliquot.model;

/**
 * A reason to refuse a pod.
 *
 * @param reason the kind, for metrics
 * @param path field path inside the pod, such as {@code spec.containers[0].resources.limits[nvidia.com/gpumem]}
 * @param message what is wrong and what to write instead
 */
public record Problem(Reason reason, String path, String message) {
    /** Kinds of refusal. */
    public enum Reason {
        BAD_NUMBER,
        BAD_SHAPE,
        TOO_MANY_CARDS,
        PRIVILEGED,
        NODE_NAME,
        MOUNT,
        TWO_MAPPINGS,
        ANNOTATION,
        MODE,
        CARD_SIZE_UNKNOWN
    }

    @Override
    public String toString() {
        return path + ": " + message;
    }
}
