package io.aliquot.rewrite;

/** A place in a tree, as a JSON pointer (RFC 6901) shows it. */
final class JsonPath {
    static final JsonPath ROOT = new JsonPath();

    private final JsonPath parent;
    private final String last;
    private final String pointer;

    private JsonPath() {
        this.parent = this;
        this.last = "";
        this.pointer = "";
    }

    private JsonPath(JsonPath parent, String last) {
        this.parent = parent;
        this.last = last;
        this.pointer = parent.pointer + "/" + escaped(last);
    }

    static JsonPath of(String... segments) {
        JsonPath path = ROOT;
        for (String segment : segments) {
            path = path.child(segment);
        }
        return path;
    }

    JsonPath child(String segment) {
        return new JsonPath(this, segment);
    }

    /** The place above; that of the root is the root. */
    JsonPath parent() {
        return parent;
    }

    /** The name or the position below the parent, unescaped. */
    String last() {
        return last;
    }

    @Override
    public String toString() {
        return pointer;
    }

    private static String escaped(String segment) {
        return segment.indexOf('~') < 0 && segment.indexOf('/') < 0
                ? segment
                : segment.replace("~", "~0").replace("/", "~1");
    }
}
