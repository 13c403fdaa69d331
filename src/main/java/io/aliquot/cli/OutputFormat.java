package io.aliquot.cli;

import io.aliquot.cli.output.Colours;
import io.aliquot.cli.output.DiffOutput;
import io.aliquot.cli.output.JsonOutput;
import io.aliquot.cli.output.Output;
import io.aliquot.cli.output.YamlOutput;
import java.io.PrintWriter;

/** Values of {@code --output}. */
enum OutputFormat {
    yaml,
    json,
    diff;

    Output on(PrintWriter out, Colours colours) {
        return switch (this) {
            case yaml -> new YamlOutput(out);
            case json -> new JsonOutput(out);
            case diff -> new DiffOutput(out, colours);
        };
    }
}
