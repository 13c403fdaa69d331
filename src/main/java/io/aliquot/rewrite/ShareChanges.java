package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.Mapping;
import io.aliquot.model.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where a manifest that is applied again asks for other numbers than the running pod was created with. They are put
 * back, as a pod's share cannot change; its owner must hear of it.
 */
final class ShareChanges {
    private final RequestRecord record;
    private final Mapping mapping;

    /** @param old the stored pod, whose annotation says what it was created with */
    ShareChanges(JsonNode old, Mapping mapping) {
        this.record = RequestRecord.of(old);
        this.mapping = mapping;
    }

    /** One warning for each number of {@code container} that differs; none when the pod has no record. */
    List<Warning> of(Container container) {
        List<Warning> changes = new ArrayList<>();
        if (record.containers().isEmpty()) {
            return changes;
        }
        Map<String, String> created = record.numbers(container.name());
        new AskReader(mapping, new Findings())
                .read(container)
                .forEach(ask -> ask.numbers().properties().forEach(number -> {
                    String asked = number.getValue().asText();
                    String kept = created.getOrDefault(number.getKey(), "");
                    if (!kept.equals(asked)) {
                        String path =
                                container.legacy(number.getKey()).orElseThrow().path();
                        changes.add(new Warning(path, message(asked, kept)));
                    }
                }));
        return changes;
    }

    private static String message(String asked, String kept) {
        return "is " + asked + " now, but the running pod "
                + (kept.isEmpty() ? "was created without it" : "keeps the " + kept + " that it was created with")
                + "; delete the pod and create it again to change its share";
    }
}
