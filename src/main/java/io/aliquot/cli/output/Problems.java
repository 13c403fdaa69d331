package io.aliquot.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.cli.translate.Item;
import io.aliquot.cli.translate.Translation;
import io.aliquot.model.Outcome;
import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.Map;

/** Warnings and errors on standard error, each with file, document, object and field path, and the sum at the end. */
public final class Problems {
    private final PrintWriter err;
    private final Colours colours;
    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    private boolean cardsUnknown;

    public Problems(PrintWriter err, Colours colours) {
        this.err = err;
        this.colours = colours;
    }

    /** Reports what is to be said about one object. */
    public void report(Item item, Translation translation) {
        outcomes.merge(translation.outcome(), 1, Integer::sum);
        translation
                .warnings()
                .forEach(warning -> line(colours.yellow("warning"), item, warning.path(), warning.message()));
        translation.errors().forEach(error -> {
            line(colours.red("error"), item, error.path(), error.message());
            cardsUnknown |= error.reason().equals("card_size_unknown");
        });
    }

    /** Says how much was done, when there was more than one object. */
    public void sum() {
        if (cardsUnknown) {
            err.println("hint: give the memory of the cluster's cards, for example --cards 80Gi,40Gi");
        }
        int all = outcomes.values().stream().mapToInt(Integer::intValue).sum();
        if (all > 1) {
            StringBuilder text = new StringBuilder(all + " objects:");
            outcomes.forEach((outcome, count) -> text.append(' ')
                    .append(count)
                    .append(' ')
                    .append(outcome.label())
                    .append(','));
            text.setLength(text.length() - 1);
            err.println(text);
        }
    }

    /** Whether anything was refused. */
    public boolean refusals() {
        return outcomes.containsKey(Outcome.REFUSED);
    }

    static String nameOf(JsonNode object) {
        String kind = object.path("kind").asText("");
        JsonNode metadata = object.path("metadata");
        String name = metadata.path("name").asText(metadata.path("generateName").asText(""));
        return name.isEmpty() ? kind : kind + "/" + name;
    }

    private void line(String level, Item item, String path, String message) {
        String name = nameOf(item.tree());
        String where = item.source() + (name.isEmpty() ? "" : " (" + name + ")");
        err.println(level + ": " + where + ": " + (path.isEmpty() ? "" : colours.bold(path) + ": ") + message);
    }
}
