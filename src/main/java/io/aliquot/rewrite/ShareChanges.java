package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.Mapping;
import io.aliquot.model.Warning;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a manifest that is applied again asks for other numbers than the running pod was created with. They are put
 * back, as a pod's share cannot change; its owner must hear of it.
 */
final class ShareChanges {
    /** The record is JSON of our own making: flat maps of texts that need no escapes, in one order. */
    private static final Pattern NUMBER = Pattern.compile("\"([^\"\\\\]+)\":\"([^\"\\\\]*)\"");

    private final String record;
    private final Mapping mapping;

    /** @param old the stored pod, whose annotation says what it was created with */
    ShareChanges(JsonNode old, Mapping mapping) {
        this.record =
                old.path("metadata").path("annotations").path(Marks.REQUEST).asText("");
        this.mapping = mapping;
    }

    /** One warning for each number of {@code container} that differs; none when the pod has no record. */
    List<Warning> of(Container container) {
        List<Warning> changes = new ArrayList<>();
        if (!record.startsWith("{\"containers\":{")) {
            return changes;
        }
        Map<String, String> created = created(container.name());
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

    private Map<String, String> created(String container) {
        Map<String, String> numbers = new HashMap<>();
        String start = "\"" + container + "\":{";
        int from = record.indexOf(start);
        int to = from < 0 ? -1 : record.indexOf('}', from);
        Matcher number = NUMBER.matcher(to < 0 ? "" : record.substring(from + start.length(), to));
        while (number.find()) {
            numbers.put(number.group(1), number.group(2));
        }
        return numbers;
    }

    private static String message(String asked, String kept) {
        return "is " + asked + " now, but the running pod "
                + (kept.isEmpty() ? "was created without it" : "keeps the " + kept + " that it was created with")
                + "; delete the pod and create it again to change its share";
    }
}
