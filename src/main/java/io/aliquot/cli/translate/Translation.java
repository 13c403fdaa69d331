package io.aliquot.cli.translate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.model.Outcome;
import io.aliquot.model.Warning;
import java.util.List;

/**
 * What became of one object.
 *
 * @param object the object afterwards; as it was unless {@code outcome} is rewritten
 * @param templates the ResourceClaimTemplates that must exist before it
 * @param errors why it was refused
 */
public record Translation(
        Outcome outcome, JsonNode object, List<ObjectNode> templates, List<Warning> warnings, List<Fault> errors) {
    public Translation {
        templates = List.copyOf(templates);
        warnings = List.copyOf(warnings);
        errors = List.copyOf(errors);
    }

    /**
     * A reason to refuse.
     *
     * @param reason the kind, in lower case
     * @param path field path in the object; empty for the object as a whole
     * @param message what is wrong and what to write instead
     */
    public record Fault(String reason, String path, String message) {}

    static Translation refused(JsonNode object, String reason, String message) {
        return new Translation(Outcome.REFUSED, object, List.of(), List.of(), List.of(new Fault(reason, "", message)));
    }
}
