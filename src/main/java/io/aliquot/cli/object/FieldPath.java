package io.aliquot.cli.object;

import java.util.regex.Pattern;

/** Field paths as people read them: {@code spec.tasks[0].limits[nvidia.com/gpu]}. */
public final class FieldPath {
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_-]+");

    private FieldPath() {}

    /** The path of a field of the object at {@code path}; the root's path is empty. */
    public static String field(String path, String name) {
        if (!WORD.matcher(name).matches()) {
            return path + "[" + name + "]";
        }
        return path.isEmpty() ? name : path + "." + name;
    }

    /** The path of an element of the list at {@code path}. */
    public static String element(String path, int index) {
        return path + "[" + index + "]";
    }

    /** {@code path}, which begins with {@code from}, beginning with {@code to} instead; else as it is. */
    public static String moved(String path, String from, String to) {
        boolean inside = path.startsWith(from)
                && (path.length() == from.length() || ".[".indexOf(path.charAt(from.length())) >= 0);
        return inside ? to + path.substring(from.length()) : path;
    }
}
