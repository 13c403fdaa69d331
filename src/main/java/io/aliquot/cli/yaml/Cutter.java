package io.aliquot.cli.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Collects lines until a document ends. YAML reserves separator lines even inside block scalars. */
final class Cutter {
    private static final Pattern START = Pattern.compile("---(?:[ \t].*)?");
    private static final Pattern BARE_START = Pattern.compile("---[ \t]*(?:#.*)?");
    private static final Pattern END = Pattern.compile("\\.\\.\\.(?:[ \t].*)?");
    private static final Pattern COMMENT = Pattern.compile("\\s*(?:#.*)?");

    private final List<Chunk> chunks = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private boolean content;
    private int firstLine = 1;
    private int nextLine = 1;

    void line(String line) {
        if (START.matcher(line).matches()) {
            end();
        }
        boolean last = END.matcher(line).matches();
        boolean separator = last || BARE_START.matcher(line).matches() || (!content && line.startsWith("%"));
        if (!separator && !COMMENT.matcher(line).matches()) {
            content = true;
        }
        text.append(separator ? "" : line).append('\n');
        nextLine++;
        if (last) {
            end();
        }
    }

    List<Chunk> finish() {
        end();
        return chunks;
    }

    private void end() {
        if (content) {
            chunks.add(new Chunk(firstLine, text.toString()));
            text.setLength(0);
            firstLine = nextLine;
            content = false;
        }
    }
}
