package io.aliquot.model;

/**
 * Something a user should know although the pod is accepted.
 *
 * @param path field path inside the pod
 * @param message one sentence
 */
public record Warning(String path, String message) {
    @Override
    public String toString() {
        return path + ": " + message;
    }
}
