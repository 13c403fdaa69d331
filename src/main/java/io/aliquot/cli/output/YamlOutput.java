package io.aliquot.cli.output;

import io.aliquot.cli.translate.Item;
import io.aliquot.cli.translate.Translation;
import io.aliquot.cli.yaml.YamlEdit;
import io.aliquot.cli.yaml.YamlNodes;
import io.aliquot.cli.yaml.YamlPrinter;
import io.aliquot.model.Outcome;
import java.io.PrintWriter;

/** A YAML stream ready to be applied; what was refused stands in it as it was, under a comment that says so. */
public final class YamlOutput implements Output {
    private final PrintWriter out;
    private final Templates templates = new Templates();
    private boolean started;

    public YamlOutput(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void show(Item item, Translation translation) {
        templates
                .fresh(translation.templates())
                .forEach(template -> document(YamlPrinter.print(YamlNodes.of(template))));
        if (!item.tree().isObject()) {
            document("# refused and left out: " + item.source() + "\n");
            return;
        }
        String note = translation.outcome() == Outcome.REFUSED ? "# refused, as it was: " + item.source() + "\n" : "";
        document(note + after(item, translation));
    }

    static String after(Item item, Translation translation) {
        return YamlPrinter.print(YamlEdit.apply(item.yaml(), item.tree(), translation.object()));
    }

    private void document(String text) {
        if (started) {
            out.print("---\n");
        }
        started = true;
        out.print(text);
        out.flush();
    }
}
