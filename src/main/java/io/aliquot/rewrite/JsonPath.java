package io.aliquot.rewrite;

import java.util.List;

/** A JSON pointer (RFC 6901) as unescaped segments. */
record JsonPath(List<String> segments) {
    JsonPath {
        segments = List.copyOf(segments);
    }

    static JsonPath of(String... segments) {
        return new JsonPath(List.of(segments));
    }

    JsonPath child(String segment) {
        String[] longer = segments.toArray(new String[segments.size() + 1]);
        longer[segments.size()] = segment;
        return of(longer);
    }

    JsonPath parent() {
        return new JsonPath(segments.subList(0, segments.size() - 1));
    }

    String last() {
        return segments.getLast();
    }

    @Override
    public String toString() {
        StringBuilder pointer = new StringBuilder(64);
        for (String segment : segments) {
            pointer.append('/').append(escaped(segment));
        }
        return pointer.toString();
    }

    private static String escaped(String segment) {
        return segment.indexOf('~') < 0 && segment.indexOf('/') < 0
                ? segment
                : segment.replace("~", "~0").replace("/", "~1");
    }
}
