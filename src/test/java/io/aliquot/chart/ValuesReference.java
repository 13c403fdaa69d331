package io.aliquot.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The values table, from the lines of values.yaml: each value on a line of its own, with its comment above. A comment
 * of a whole group, or a value without one, is a fault.
 */
final class ValuesReference {
    private static final Pattern VALUE = Pattern.compile("( *)([A-Za-z]+):(?: (.*))?");
    private static final String HEAD = """
            # Values of the chart

            Made from `src/main/helm/aliquot/values.yaml` by `make update-golden`. A value that is not here is refused, and so is a
            bad one, with a sentence. The fields in `nvidia`, `vendors`, `extraMappings` and `pods` are those of the
            [mapping file](mapping.md).

            | value | default | meaning |
            |---|---|---|
            """;

    private final List<String> faults = new ArrayList<>();
    private final StringBuilder rows = new StringBuilder();
    private final TreeMap<Integer, String> path = new TreeMap<>();
    private String comment = "";

    ValuesReference(String values) {
        // The first comment is the file's own.
        values.lines().skip(1).forEach(this::read);
    }

    List<String> faults() {
        return faults;
    }

    String text() {
        return HEAD + rows;
    }

    private void read(String line) {
        if (line.strip().startsWith("#")) {
            comment = (comment + " " + line.strip().substring(1).strip()).strip();
            return;
        }
        Matcher value = VALUE.matcher(line);
        if (value.matches()) {
            path.tailMap(value.group(1).length(), true).clear();
            path.put(value.group(1).length(), value.group(2));
            row(String.join(".", path.values()), value.group(3));
        } else if (!line.isBlank()) {
            faults.add(line + ": write the value on one line");
        }
        comment = "";
    }

    private void row(String name, @Nullable String text) {
        if (text == null) {
            if (!comment.isEmpty()) {
                faults.add(name + ": a group has no row; comment on its values");
            }
            return;
        }
        if (comment.isEmpty()) {
            faults.add(name + ": write above it what it means");
        }
        rows.append("| `%s` | `%s` | %s |\n".formatted(name, text, comment.replace("|", "\\|")));
    }
}
