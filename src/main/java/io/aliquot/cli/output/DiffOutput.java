package io.aliquot.cli.output;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import io.aliquot.cli.translate.Item;
import io.aliquot.cli.translate.Translation;
import io.aliquot.cli.yaml.YamlNodes;
import io.aliquot.cli.yaml.YamlPrinter;
import io.aliquot.model.Outcome;
import java.io.PrintWriter;
import java.util.List;

/** A unified diff of the YAML before and after, both printed by the same printer; nothing for what did not change. */
public final class DiffOutput implements Output {
    private static final int CONTEXT = 3;

    private final PrintWriter out;
    private final Colours colours;
    private final Templates templates = new Templates();

    public DiffOutput(PrintWriter out, Colours colours) {
        this.out = out;
        this.colours = colours;
    }

    @Override
    public void show(Item item, Translation translation) {
        if (translation.outcome() != Outcome.REWRITTEN) {
            return;
        }
        for (ObjectNode template : templates.fresh(translation.templates())) {
            String text = YamlPrinter.print(YamlNodes.of(template));
            diff("/dev/null", "ResourceClaimTemplate/" + Templates.name(template), List.of(), lines(text));
        }
        String name = item.source() + " (" + Problems.nameOf(item.tree()) + ")";
        String after = YamlOutput.after(item, translation);
        diff(name, name + ", rewritten", lines(YamlPrinter.print(item.yaml())), lines(after));
    }

    private void diff(String oldName, String newName, List<String> before, List<String> after) {
        UnifiedDiffUtils.generateUnifiedDiff(oldName, newName, before, DiffUtils.diff(before, after), CONTEXT)
                .forEach(line -> out.print(coloured(line) + "\n"));
        out.flush();
    }

    private String coloured(String line) {
        if (line.startsWith("--- ") || line.startsWith("+++ ")) {
            return colours.bold(line);
        }
        return switch (line.isEmpty() ? ' ' : line.charAt(0)) {
            case '+' -> colours.green(line);
            case '-' -> colours.red(line);
            case '@' -> colours.cyan(line);
            default -> line;
        };
    }

    private static List<String> lines(String text) {
        return text.lines().toList();
    }
}
