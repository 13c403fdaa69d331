package io.aliquot.config;

import io.aliquot.model.AnnotationKind;
import io.aliquot.model.Backend;
import io.aliquot.model.CountSource;
import io.aliquot.model.LegacyKey;
import io.aliquot.model.MigBackend;
import io.aliquot.model.Units;
import io.aliquot.model.VendorMapping;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads one entry of {@code vendors}. */
final class VendorReader {
    private static final String PRIORITY_ENV = "CUDA_TASK_PRIORITY";
    private static final String MIG = "mig";

    private final Errors errors;
    private final Uniqueness unique;

    VendorReader(Errors errors, Uniqueness unique) {
        this.errors = errors;
        this.unique = unique;
    }

    VendorMapping read(Element entry) {
        Fields fields = Fields.of(entry, errors);
        Values values = new Values(fields, errors);
        String name = values.required("name", Syntax.LABEL, "name the entry, for messages");
        unique.vendor(name, fields.path("name"));
        Map<LegacyKey, String> resources = resources(fields.object("resources"));
        Units units = new UnitsReader(errors).read(fields.object("units"));
        checkCount(resources, units, fields);
        VendorMapping vendor = new VendorMapping(
                name,
                resources,
                annotations(fields.object("annotations")),
                units,
                backend(fields.object("backend")),
                fields.get("mig").map(this::mig),
                modes(fields, values),
                values.sizes("cardSizesMiB"),
                values.name("priorityEnv", Syntax.VARIABLE).orElse(PRIORITY_ENV));
        fields.end();
        return vendor;
    }

    private Map<LegacyKey, String> resources(Fields fields) {
        Map<LegacyKey, String> resources = new EnumMap<>(LegacyKey.class);
        Values values = new Values(fields, errors);
        for (LegacyKey key : LegacyKey.values()) {
            values.name(key.field(), Syntax.RESOURCE).ifPresent(name -> {
                resources.put(key, name);
                unique.resource(name, fields.path(key.field()));
            });
        }
        fields.end();
        return resources;
    }

    private void checkCount(Map<LegacyKey, String> resources, Units units, Fields fields) {
        boolean asksForCards = resources.keySet().stream().anyMatch(key -> key != LegacyKey.PRIORITY);
        if (!asksForCards) {
            errors.add(fields.path("resources"), "write at least one of count, memory, memoryPercentage, cores");
        }
        if (units.count() instanceof CountSource.FromCores && !resources.containsKey(LegacyKey.CORES)) {
            errors.add(fields.path("units.defaultCount"), "fromCores needs resources.cores; write that, or a number");
        }
    }

    private Map<AnnotationKind, String> annotations(Fields fields) {
        Map<AnnotationKind, String> annotations = new EnumMap<>(AnnotationKind.class);
        Values values = new Values(fields, errors);
        for (AnnotationKind kind : AnnotationKind.values()) {
            values.name(kind.field(), Syntax.QUALIFIED).ifPresent(name -> {
                if (annotations.containsValue(name)) {
                    errors.add(fields.path(kind.field()), "'" + name + "' already has another meaning in this entry");
                }
                annotations.put(kind, name);
            });
        }
        fields.end();
        return annotations;
    }

    private Backend backend(Fields fields) {
        Backend backend = new BackendReader(errors).read(fields);
        fields.end();
        return backend;
    }

    private MigBackend mig(Element element) {
        Fields fields = Fields.of(element, errors);
        Backend backend = new BackendReader(errors).read(fields);
        List<Long> profiles = new Values(fields, errors).sizes("profilesMiB");
        if (profiles.isEmpty()) {
            errors.add(fields.path("profilesMiB"), "list the memory of the MIG profiles in MiB, such as [4864, 9856]");
        }
        fields.end();
        return new MigBackend(backend, profiles);
    }

    private Set<String> modes(Fields fields, Values values) {
        Set<String> modes = values.names("modes", Syntax.LABEL, List.of());
        if (modes.contains(MIG)) {
            errors.add(fields.path("modes"), "mig has a driver of its own; leave it out and write a mig object");
        }
        return modes;
    }
}
