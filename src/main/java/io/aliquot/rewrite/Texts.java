package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** How tenants' texts are shown and taken apart. */
final class Texts {
    private static final int SHOWN = 60;

    private Texts() {}

    /** A value for a message: quoted, on one line, and no longer than a person reads. */
    static String shown(JsonNode value) {
        String text = value.isValueNode() ? value.asText() : value.toString();
        String line = text.codePoints()
                .map(c -> Character.isISOControl(c) ? '?' : c)
                .limit(SHOWN)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return "\"" + line + (text.codePointCount(0, text.length()) > SHOWN ? "…" : "") + "\"";
    }

    /** The members of a comma list, each trimmed, empty ones left out. */
    static List<String> commaList(String text) {
        List<String> members = new ArrayList<>();
        for (String member : text.split(",", -1)) {
            String trimmed = trim(member);
            if (!trimmed.isEmpty()) {
                members.add(trimmed);
            }
        }
        return members;
    }

    /** Without the white space around it, as Go's {@code strings.TrimSpace} understands white space. */
    static String trim(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (to > from && isSpace(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    private static boolean isSpace(char c) {
        return (c >= '\t' && c <= '\r') || c == ' ' || c == '\u0085' || c == '\u00a0' || isWideSpace(c);
    }

    private static boolean isWideSpace(char c) {
        int type = Character.getType(c);
        return type == Character.SPACE_SEPARATOR
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
