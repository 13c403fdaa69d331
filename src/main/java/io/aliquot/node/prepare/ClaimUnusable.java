package io.aliquot.node.prepare;

/** A claim that must not be prepared as the API server has it now; the message says why. */
public final class ClaimUnusable extends Exception {
    private static final long serialVersionUID = 1;

    public ClaimUnusable(String message) {
        super(message);
    }
}
