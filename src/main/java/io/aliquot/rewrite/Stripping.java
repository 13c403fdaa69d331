package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.Mapping;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Takes the legacy names out of a container; what is left stays as it is, an emptied map goes. */
final class Stripping {
    private final Set<String> names = new HashSet<>();

    Stripping(Mapping mapping) {
        mapping.vendors().forEach(vendor -> names.addAll(vendor.resources().values()));
    }

    /** Whether the container carries any of the names. */
    boolean concerns(Container container) {
        return !present(container.resources("limits")).isEmpty()
                || !present(container.resources("requests")).isEmpty();
    }

    void strip(Container container, PodEdit edit) {
        for (String map : List.of("limits", "requests")) {
            JsonNode resources = container.resources(map);
            List<String> present = present(resources);
            JsonPath above = container.pointer().child("resources");
            if (!present.isEmpty() && present.size() == resources.size()) {
                edit.remove(above, List.of(map));
            } else if (!present.isEmpty()) {
                edit.remove(above.child(map), present);
            }
        }
    }

    private List<String> present(JsonNode resources) {
        List<String> present = new ArrayList<>();
        resources.fieldNames().forEachRemaining(name -> {
            if (names.contains(name)) {
                present.add(name);
            }
        });
        return present;
    }
}
