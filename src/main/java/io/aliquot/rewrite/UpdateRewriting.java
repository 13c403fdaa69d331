package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.model.Mapping;
import io.aliquot.model.Warning;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The old manifest applied again over a pod that was rewritten: the legacy names go again, and every field that the
 * rewriting set gets the stored pod's value back. A pod's spec cannot change otherwise, so nothing else is touched.
 */
final class UpdateRewriting {
    private static final Set<String> PRIORITIES = Set.of("0", "1");

    private final ObjectNode pod;
    private final JsonNode old;
    private final Mapping mapping;
    private final PodEdit edit;
    private final List<Warning> warnings = new ArrayList<>();

    UpdateRewriting(ObjectNode pod, JsonNode old, Mapping mapping) {
        this.pod = pod;
        this.old = old;
        this.mapping = mapping;
        this.edit = new PodEdit(pod);
    }

    Rewriting rewrite() {
        boolean ours = old.path("metadata")
                .path("labels")
                .path(Marks.REWRITTEN)
                .asText("")
                .equals("true");
        if (ours) {
            restore();
        }
        return edit.changed()
                ? new Rewriting.Rewritten(edit.pod(), edit.patch(), List.of(), warnings)
                : new Rewriting.Unchanged(warnings);
    }

    private void restore() {
        Restoration restoration = new Restoration(edit);
        Set<String> claims = ownClaims();
        restoration.entries(
                JsonPath.of("spec", "resourceClaims"), old.path("spec").path("resourceClaims"), claims);
        Map<String, Container> before = new HashMap<>();
        Container.of(old).forEach(container -> before.put(container.name(), container));
        Stripping stripping = new Stripping(mapping);
        ShareChanges changes = new ShareChanges(old, mapping);
        for (Container container : Container.of(pod)) {
            warnings.addAll(changes.of(container));
            stripping.strip(container, edit);
            Container stored = before.get(container.name());
            if (stored != null) {
                JsonPath resources = container.pointer().child("resources");
                restoration.entries(resources.child("claims"), stored.resources("claims"), claims);
                JsonNode env = stored.node().path("env");
                restoration.entries(container.pointer().child("env"), env, ownVariables(env));
            }
        }
        scheduler();
        mark("labels", Marks.REWRITTEN);
        mark("annotations", Marks.REQUEST);
    }

    /** Pod-claim names whose template is one of ours. */
    private Set<String> ownClaims() {
        Set<String> names = new HashSet<>();
        for (JsonNode claim : old.path("spec").path("resourceClaims")) {
            if (claim.path("resourceClaimTemplateName").asText("").startsWith(Template.NAME_PREFIX)) {
                names.add(claim.path("name").asText(""));
            }
        }
        return names;
    }

    /** Variables that the rewriting may have set; one that the container set itself has another value or is given again. */
    private Set<String> ownVariables(JsonNode env) {
        Set<String> priorities = new HashSet<>();
        mapping.vendors().forEach(vendor -> priorities.add(vendor.priorityEnv()));
        Set<String> names = new HashSet<>();
        for (JsonNode entry : env) {
            String name = entry.path("name").asText("");
            String value = entry.path("value").asText("");
            boolean hidden = name.equals(PodWriter.VISIBLE_DEVICES) && value.equals(PodWriter.NO_DEVICE);
            if (hidden || (priorities.contains(name) && PRIORITIES.contains(value))) {
                names.add(name);
            }
        }
        return names;
    }

    private void scheduler() {
        JsonNode stored = old.path("spec").path("schedulerName");
        if (PodScheduler.of(pod, mapping.pods()) == PodScheduler.LEGACY && stored.isTextual()) {
            edit.set(JsonPath.of("spec", "schedulerName"), stored);
        }
    }

    private void mark(String map, String name) {
        JsonNode stored = old.path("metadata").path(map).path(name);
        JsonNode target = edit.at(JsonPath.of("metadata", map));
        boolean editable = target.isObject() || target.isMissingNode() || target.isNull();
        if (stored.isTextual() && editable) {
            edit.set(JsonPath.of("metadata", map, name), stored);
        }
    }
}
