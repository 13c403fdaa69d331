package io.aliquot.cli;

import java.io.InputStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code aliquot translate}: what an old manifest becomes. */
@Command(
        name = "translate",
        description = "Print what an old manifest becomes.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class TranslateCommand implements Callable<Integer> {
    private final InputStream in;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "YAML or JSON; '-' is standard input.")
    private List<String> files = List.of();

    TranslateCommand(InputStream in) {
        this.in = in;
    }

    @Override
    public Integer call() {
        return files.isEmpty() || in == null ? 2 : 0;
    }
}
