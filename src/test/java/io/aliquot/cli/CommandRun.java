package io.aliquot.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** One run of the command line inside this JVM. */
record CommandRun(int code, String out, String err) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static CommandRun of(String... args) {
        return reading(new byte[0], args);
    }

    /** {@code translate -} with further options. */
    static CommandRun translate(String manifest, String... options) {
        String[] args =
                Stream.concat(Stream.of("translate", "-"), Stream.of(options)).toArray(String[]::new);
        return reading(manifest.getBytes(StandardCharsets.UTF_8), args);
    }

    static CommandRun reading(byte[] stdin, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Aliquot.run(new ByteArrayInputStream(stdin), new PrintWriter(out), new PrintWriter(err), args);
        return new CommandRun(code, out.toString(), err.toString());
    }

    /** The output of {@code -o json}, one tree for each line. */
    List<JsonNode> lines() {
        return out.lines().map(CommandRun::tree).toList();
    }

    List<String> outcomes() {
        return lines().stream().map(line -> line.path("outcome").asText()).toList();
    }

    private static JsonNode tree(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
