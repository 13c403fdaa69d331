package io.aliquot.cli;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/** One run of the command line inside this JVM. */
record CommandRun(int code, String out, String err) {
    static CommandRun of(String... args) {
        return reading(new byte[0], args);
    }

    static CommandRun reading(String stdin, String... args) {
        return reading(stdin.getBytes(StandardCharsets.UTF_8), args);
    }

    static CommandRun reading(byte[] stdin, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Aliquot.run(new ByteArrayInputStream(stdin), new PrintWriter(out), new PrintWriter(err), args);
        return new CommandRun(code, out.toString(), err.toString());
    }
}
