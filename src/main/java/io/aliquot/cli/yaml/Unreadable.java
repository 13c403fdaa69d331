package io.aliquot.cli.yaml;

/** A text that is not what it should be; the message is a sentence for the person who wrote it. */
public final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    private final int line;

    /** {@code line} counts from 1 in the stream; 0 when there is none. */
    public Unreadable(int line, String message) {
        super(message);
        this.line = line;
    }

    /** The line in the stream, from 1; 0 when unknown. */
    public int line() {
        return line;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
