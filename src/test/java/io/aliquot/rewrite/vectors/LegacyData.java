package io.aliquot.rewrite.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** The recorded behaviour of the old system, {@code src/test/resources/legacy}. */
final class LegacyData {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final Path FOLDER = Path.of("src/test/resources/legacy");

    private LegacyData() {}

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whole pods. */
    static Stream<LegacyRow> pods() {
        return lines("pods.jsonl.gz").stream().map(LegacyData::json).map(LegacyPods::row);
    }

    /** One container each: the full product of the five names. */
    static Stream<LegacyRow> numbers() {
        return table("numbers.tsv.gz").stream().map(LegacyNumbers::row);
    }

    /** Rows of a tab separated table by column name. */
    static List<Map<String, String>> table(String file) {
        List<String> lines = lines(file);
        List<String> columns = List.of(lines.getFirst().split("\t", -1));
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split("\t", -1);
            Map<String, String> row = new HashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                row.put(columns.get(i), cells[i]);
            }
            rows.add(row);
        }
        return rows;
    }

    private static List<String> lines(String file) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(FOLDER.resolve(file))), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
