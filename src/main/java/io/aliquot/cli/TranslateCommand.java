package io.aliquot.cli;

import io.aliquot.cli.output.Colours;
import io.aliquot.cli.output.Output;
import io.aliquot.cli.output.Problems;
import io.aliquot.cli.translate.Input;
import io.aliquot.cli.translate.Item;
import io.aliquot.cli.translate.Translation;
import io.aliquot.cli.translate.Translator;
import io.aliquot.model.DnsName;
import io.aliquot.model.Mapping;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aliquot translate}: what an old manifest becomes, without a cluster. */
@Command(
        name = "translate",
        description = {
            "Print what old manifests become: resource claims instead of fractional GPU limits.",
            "Pods are found in Pods, workloads and custom resources; everything else is printed as it is."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        parameterListHeading = "%nParameters:%n",
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:nothing wrong", "1:something was refused, or could not be read or written", "2:wrong usage"})
final class TranslateCommand implements Callable<Integer> {
    private static final int REFUSED = 1;
    private static final int USAGE = 2;

    private final InputStream in;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "YAML or JSON; '-' is standard input.")
    private List<String> files = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "yaml, ready to apply (default); json, one line for each object; diff, before and after.")
    private OutputFormat format = OutputFormat.yaml;

    @Option(names = "--mapping", paramLabel = "FILE", description = "Names and units; the built-in mapping if missing.")
    private Optional<Path> mappingFile = Optional.empty();

    @Option(
            names = "--cards",
            paramLabel = "SIZE",
            split = ",",
            description = "Memory of the cluster's cards, for percentages: 80Gi, 81559Mi, or a number of MiB.")
    private List<String> cards = List.of();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Namespace of rewritten objects that name none, and of their templates.")
    private Optional<String> namespace = Optional.empty();

    TranslateCommand(InputStream in) {
        this.in = in;
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
        List<String> errors = new ArrayList<>();
        List<Long> sizes = CardSizes.read(cards, errors);
        Optional<Mapping> mapping = MappingOption.read(mappingFile, errors);
        List<Input> inputs = Input.check(files, in, errors);
        namespace
                .filter(name -> !DnsName.isLabel(name))
                .ifPresent(name -> errors.add("--namespace: '" + name
                        + "' is no name of a namespace: lower-case letters," + " digits and '-', at most 63"));
        if (mapping.isEmpty() || !errors.isEmpty()) {
            errors.forEach(error -> err.println("aliquot translate: " + error));
            err.println("'aliquot translate --help' explains the usage.");
            return USAGE;
        }
        return translate(inputs, new Translator(mapping.get(), mapping.get().cardsOfSizes(sizes), namespace));
    }

    private int translate(List<Input> inputs, Translator translator) {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Colours colours = new Colours(Ansi.AUTO.enabled());
        Problems problems = new Problems(err, colours);
        Output output = format.on(out, colours);
        for (Input input : inputs) {
            for (Item item : input.items()) {
                Translation translation = translator.translate(item);
                output.show(item, translation);
                problems.report(item, translation);
            }
        }
        problems.sum();
        if (out.checkError()) {
            err.println("aliquot translate: standard output could not be written; what stands there is incomplete");
            return REFUSED;
        }
        return problems.refusals() ? REFUSED : 0;
    }
}
