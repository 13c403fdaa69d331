package io.aliquot.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.cli.translate.Item;
import io.aliquot.cli.translate.Translation;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

/**
 * One line of JSON for each object: {@code {source: {file, document, item?}, outcome, object, templates: [object],
 * warnings: [{path, message}], errors: [{reason, path, message}]}}.
 */
public final class JsonOutput implements Output {
    private static final ObjectMapper JSON = JsonMapper.builder().build();

    private final PrintWriter out;

    public JsonOutput(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void show(Item item, Translation translation) {
        try {
            out.print(JSON.writeValueAsString(line(item, translation)) + "\n");
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
        out.flush();
    }

    private static ObjectNode line(Item item, Translation translation) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        ObjectNode source = line.putObject("source");
        source.put("file", item.source().file()).put("document", item.source().document());
        item.source().item().ifPresent(index -> source.put("item", index));
        line.put("outcome", translation.outcome().label());
        line.set("object", translation.object());
        line.putArray("templates").addAll(translation.templates());
        ArrayNode warnings = line.putArray("warnings");
        translation
                .warnings()
                .forEach(warning ->
                        warnings.addObject().put("path", warning.path()).put("message", warning.message()));
        ArrayNode errors = line.putArray("errors");
        translation
                .errors()
                .forEach(error -> errors.addObject()
                        .put("reason", error.reason())
                        .put("path", error.path())
                        .put("message", error.message()));
        return line;
    }
}
