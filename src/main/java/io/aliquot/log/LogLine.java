package io.aliquot.log;

import java.util.regex.Pattern;

/**
 * One event as {@code event=… key=value …}. Values are quoted and escaped where needed, so that no tenant's text can
 * begin a line of its own, and cut when they are long.
 */
public final class LogLine {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.:/@,+-]+");
    private static final int LONGEST_VALUE = 2000;

    private final StringBuilder text = new StringBuilder();

    private LogLine() {}

    /** A line about {@code event}. */
    public static LogLine event(String event) {
        return new LogLine().with("event", event);
    }

    /** Adds a value; nothing may be passed here that a tenant would keep secret, such as environment variables. */
    public LogLine with(String key, Object value) {
        if (!text.isEmpty()) {
            text.append(' ');
        }
        text.append(key).append('=').append(quoted(String.valueOf(value)));
        return this;
    }

    private static String quoted(String value) {
        String cut = value.length() > LONGEST_VALUE ? value.substring(0, LONGEST_VALUE) + "…" : value;
        if (PLAIN.matcher(cut).matches()) {
            return cut;
        }
        StringBuilder quoted = new StringBuilder("\"");
        cut.codePoints().forEach(each -> quoted.append(escaped(each)));
        return quoted.append('"').toString();
    }

    private static String escaped(int codePoint) {
        return switch (codePoint) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            default -> isSafe(codePoint) ? Character.toString(codePoint) : "\\u{%x}".formatted(codePoint);
        };
    }

    /** No control, format or separator character: those can move a terminal's cursor or hide text. */
    private static boolean isSafe(int codePoint) {
        return codePoint == ' '
                || switch (Character.getType(codePoint)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.SURROGATE,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR,
                            Character.SPACE_SEPARATOR,
                            Character.UNASSIGNED -> false;
                    default -> true;
                };
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
