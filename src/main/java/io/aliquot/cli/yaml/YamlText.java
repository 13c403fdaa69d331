package io.aliquot.cli.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * One YAML document, parsed.
 *
 * @param node as written
 * @param tree as JSON, with aliases and merge keys resolved
 */
record YamlText(Node node, JsonNode tree) {
    static final int MAX_DEPTH = 100;
    private static final int MAX_ALIASES = 200;

    /** What an API server accepts as a whole. The parser's time grows with the square of a text without a space. */
    private static final int MAX_WORD = 3 << 20;

    static YamlText parse(Chunk chunk) throws Unreadable {
        checkWords(chunk);
        Node node = composeKeepingComments(chunk);
        return new YamlText(node, new YamlTree(chunk.firstLine()).read(node));
    }

    private static void checkWords(Chunk chunk) throws Unreadable {
        int line = chunk.firstLine();
        int length = 0;
        for (int i = 0; i < chunk.text().length(); i++) {
            char c = chunk.text().charAt(i);
            length = c == ' ' || c == '\n' ? 0 : length + 1;
            line += c == '\n' ? 1 : 0;
            if (length > MAX_WORD) {
                throw new Unreadable(line, "is longer than any API server accepts (3 MiB)");
            }
        }
    }

    /** Comments in unusual places can upset the parser although the document is right; then they are let go. */
    private static Node composeKeepingComments(Chunk chunk) throws Unreadable {
        try {
            return compose(chunk, true);
        } catch (YAMLException | Unreadable e) {
            return composeOnlyContent(chunk);
        }
    }

    private static Node composeOnlyContent(Chunk chunk) throws Unreadable {
        try {
            return compose(chunk, false);
        } catch (MarkedYAMLException e) {
            throw new Unreadable(line(chunk, e.getProblemMark()), sentence(e));
        } catch (YAMLException e) {
            throw new Unreadable(chunk.firstLine(), "is not YAML: " + firstLine(e.getMessage()));
        }
    }

    private static Node compose(Chunk chunk, boolean comments) throws Unreadable {
        LoaderOptions options = new LoaderOptions();
        options.setProcessComments(comments);
        options.setCodePointLimit(Integer.MAX_VALUE);
        options.setNestingDepthLimit(MAX_DEPTH);
        options.setMaxAliasesForCollections(MAX_ALIASES);
        StreamReader reader = new StreamReader(chunk.text());
        @Nullable Node node = new Composer(new ParserImpl(reader, options), new Resolver(), options).getSingleNode();
        if (node == null) {
            throw new Unreadable(chunk.firstLine(), "is empty");
        }
        return node;
    }

    private static int line(Chunk chunk, @Nullable Mark mark) {
        return chunk.firstLine() + (mark == null ? 0 : mark.getLine());
    }

    private static String sentence(MarkedYAMLException e) {
        String context = e.getContext() == null ? "" : firstLine(e.getContext()) + ": ";
        String column = e.getProblemMark() == null
                ? ""
                : " (column " + (e.getProblemMark().getColumn() + 1) + ")";
        return "is not YAML: " + context + firstLine(e.getProblem()) + column;
    }

    private static String firstLine(@Nullable String text) {
        return text == null ? "" : text.lines().findFirst().orElse("").strip();
    }
}
