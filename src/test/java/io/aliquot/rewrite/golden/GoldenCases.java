package io.aliquot.rewrite.golden;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.config.MappingFile;
import io.aliquot.config.MappingResult;
import io.aliquot.model.Card;
import io.aliquot.model.Mapping;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Finds the golden cases by scanning {@code src/test/resources/rewrite}: a folder is a case. */
public final class GoldenCases {
    private static final Path ROOT = Path.of("src/test/resources/rewrite");
    private static final Set<String> REQUIRED = Set.of("input.yaml", "outcome.yaml", "expected.yaml");
    private static final Set<String> OPTIONAL = Set.of("old.yaml", "mapping.yaml", "cards.yaml");

    private GoldenCases() {}

    public static List<GoldenCase> all() {
        return list(ROOT).stream()
                .filter(Files::isDirectory)
                .map(GoldenCases::read)
                .toList();
    }

    /** What is wrong with the folders themselves: stale, unknown or missing files. */
    public static List<String> faults() {
        List<String> faults = new ArrayList<>();
        for (Path entry : list(ROOT)) {
            if (!Files.isDirectory(entry)) {
                faults.add(entry + ": not a case folder");
                continue;
            }
            List<String> names =
                    list(entry).stream().map(p -> p.getFileName().toString()).toList();
            names.stream()
                    .filter(name -> !REQUIRED.contains(name) && !OPTIONAL.contains(name))
                    .forEach(name -> faults.add(entry + "/" + name + ": unknown file"));
            REQUIRED.stream()
                    .filter(name -> !names.contains(name))
                    .forEach(name -> faults.add(entry + "/" + name + ": missing"));
        }
        return faults;
    }

    private static GoldenCase read(Path folder) {
        List<JsonNode> pods = Yaml.read(folder.resolve("input.yaml"));
        List<JsonNode> outcomes = Yaml.read(folder.resolve("outcome.yaml"));
        Path oldFile = folder.resolve("old.yaml");
        List<JsonNode> oldPods = Files.exists(oldFile) ? Yaml.read(oldFile) : List.of();
        if (pods.size() != outcomes.size() || (!oldPods.isEmpty() && oldPods.size() != pods.size())) {
            throw new IllegalStateException(folder + ": input, outcome and old differ in their number of documents");
        }
        List<GoldenCase.Example> examples = IntStream.range(0, pods.size())
                .mapToObj(i -> new GoldenCase.Example(
                        pods.get(i),
                        oldPods.isEmpty() ? Optional.empty() : Optional.of(oldPods.get(i)),
                        outcomes.get(i)))
                .toList();
        return new GoldenCase(folder, mapping(folder), cards(folder), examples);
    }

    private static Mapping mapping(Path folder) {
        Path file = folder.resolve("mapping.yaml");
        if (!Files.exists(file)) {
            return MappingFile.defaults();
        }
        return switch (MappingFile.parse(Yaml.text(file))) {
            case MappingResult.Valid valid -> valid.mapping();
            case MappingResult.Invalid invalid ->
                throw new IllegalStateException(file + ":\n" + String.join("\n", invalid.errors()));
        };
    }

    private static List<Card> cards(Path folder) {
        Path file = folder.resolve("cards.yaml");
        if (!Files.exists(file)) {
            return List.of();
        }
        List<Card> cards = new ArrayList<>();
        for (JsonNode card : Yaml.read(file)) {
            cards.add(new Card(
                    card.path("driver").asText("gpu.aliquot.io"),
                    card.required("memoryMiB").asLong(),
                    Optional.ofNullable(card.get("uuid")).map(JsonNode::asText),
                    Optional.ofNullable(card.get("type")).map(JsonNode::asText)));
        }
        return cards;
    }

    private static List<Path> list(Path folder) {
        try (var entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
