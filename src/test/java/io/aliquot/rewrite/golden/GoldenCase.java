package io.aliquot.rewrite.golden;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.Card;
import io.aliquot.model.Mapping;
import io.aliquot.rewrite.RewriteInput;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One folder of golden cases.
 *
 * @param folder where its files lie; the folder's name is the case's name
 * @param mapping what {@code mapping.yaml} says, else the defaults
 * @param cards what {@code cards.yaml} says, else none
 * @param examples one per document of {@code input.yaml}
 */
public record GoldenCase(Path folder, Mapping mapping, List<Card> cards, List<Example> examples) {
    /**
     * One pod and what must become of it.
     *
     * @param pod the pod as the API server sends it
     * @param oldPod the stored pod when this is an UPDATE
     * @param outcome the hand-written expectation
     */
    public record Example(JsonNode pod, Optional<JsonNode> oldPod, JsonNode outcome) {}

    public String name() {
        return folder.getFileName().toString();
    }

    /** The file with the full output that the rewriting is known to give. */
    public Path expectedFile() {
        return folder.resolve("expected.yaml");
    }

    public RewriteInput input(Example example) {
        return new RewriteInput(example.pod(), example.oldPod(), mapping, cards, Set.of());
    }
}
