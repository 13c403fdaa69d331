package io.aliquot.nvml;

/** The library is missing or a call of it failed. */
public final class NvmlException extends Exception {
    private static final long serialVersionUID = 1;

    public NvmlException(String message) {
        super(message);
    }

    public NvmlException(String message, Throwable cause) {
        super(message, cause);
    }
}
