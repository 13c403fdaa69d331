package io.aliquot.cli;

import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import picocli.CommandLine;

/**
 * The program. The arguments are looked at before anything else starts, so that {@code translate} never pays for the
 * server.
 */
@QuarkusMain
public final class Aliquot {
    /** Exit code of a defect in the program itself, apart from everything that an input can cause. */
    static final int INTERNAL_ERROR = 70;

    private Aliquot() {}

    /** Runs one command and leaves the JVM with its exit code. */
    public static void main(String... args) {
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int code = run(System.in, out, err, args);
        out.flush();
        System.exit(code);
    }

    /** Runs one command on the given streams and returns its exit code. */
    public static int run(InputStream in, PrintWriter out, PrintWriter err, String... args) {
        return commands(in)
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(Duration.class, new UsageErrors.Durations())
                .setParameterExceptionHandler(UsageErrors::tell)
                .setExecutionExceptionHandler(Aliquot::internalError)
                .execute(args);
    }

    private static CommandLine commands(InputStream in) {
        return new CommandLine(new AliquotCommand())
                .addSubcommand(new TranslateCommand(in))
                .addSubcommand(new NodeCommand())
                .addSubcommand(new CheckCommand())
                .addSubcommand(new CleanupCommand())
                .addSubcommand(new WebhookCommand());
    }

    private static int internalError(Exception thrown, CommandLine command, CommandLine.ParseResult arguments) {
        command.getErr().println("aliquot: internal error, please report it with the lines below");
        thrown.printStackTrace(command.getErr());
        return INTERNAL_ERROR;
    }
}
