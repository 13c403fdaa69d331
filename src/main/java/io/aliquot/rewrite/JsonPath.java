package io.aliquot.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A JSON pointer (RFC 6901) as unescaped segments. */
record JsonPath(List<String> segments) {
    JsonPath {
        segments = List.copyOf(segments);
    }

    static JsonPath of(String... segments) {
        return new JsonPath(List.of(segments));
    }

    JsonPath child(String segment) {
        List<String> longer = new ArrayList<>(segments);
        longer.add(segment);
        return new JsonPath(longer);
    }

    JsonPath parent() {
        return new JsonPath(segments.subList(0, segments.size() - 1));
    }

    String last() {
        return segments.getLast();
    }

    @Override
    public String toString() {
        return segments.stream()
                .map(segment -> "/" + segment.replace("~", "~0").replace("/", "~1"))
                .collect(Collectors.joining());
    }
}
