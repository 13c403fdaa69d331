package io.aliquot.cli;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/**
 * How a wrong command line is told: what is wrong, and where the usage is explained, which would push the
 * reason away; that of the program itself is short and lists the commands.
 */
final class UsageErrors {
    static final int USAGE = 2;

    private UsageErrors() {}

    static int tell(ParameterException error, String[] arguments) {
        CommandLine command = error.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(name + ": " + error.getMessage());
        if (command.getParent() == null) {
            command.usage(command.getErr());
        } else {
            command.getErr().println("'" + name + " --help' explains the usage.");
        }
        return USAGE;
    }

    /** Reads durations of more than nothing. */
    static final class Durations implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            try {
                Duration duration = Duration.parse(text);
                if (duration.isPositive()) {
                    return duration;
                }
            } catch (DateTimeParseException e) {
                // Told below, as one that is not positive.
            }
            throw new TypeConversionException(
                    "'" + text + "' is no duration; write it like PT1H, PT30M, PT10S or P1D, and more than nothing");
        }
    }
}
