package io.aliquot.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.temporal.ChronoUnit;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** One line for each event on standard error. The server's own logging starts only with the server. */
final class NodeLog extends Formatter {
    private NodeLog() {}

    static void start() {
        Logger root = Logger.getLogger("");
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
        Handler console = new ConsoleHandler();
        console.setFormatter(new NodeLog());
        console.setLevel(Level.INFO);
        root.setLevel(Level.INFO);
        root.addHandler(console);
    }

    @Override
    public String format(LogRecord event) {
        String logger = event.getLoggerName() == null ? "" : event.getLoggerName();
        String line = event.getInstant().truncatedTo(ChronoUnit.MILLIS) + " " + event.getLevel() + " "
                + logger.substring(logger.lastIndexOf('.') + 1) + ": " + formatMessage(event) + "\n";
        return event.getThrown() == null ? line : line + trace(event.getThrown());
    }

    private static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
