package io.aliquot.config;

import io.aliquot.model.Backend;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads a {@code backend} object, or the same fields of a {@code mig} object. */
final class BackendReader {
    private static final long DEFAULT_ALL_SHARES = 1000;

    private final Errors errors;

    BackendReader(Errors errors) {
        this.errors = errors;
    }

    /** Reads the back end's fields; the caller ends {@code fields}. */
    Backend read(Fields fields) {
        Values values = new Values(fields, errors);
        Fields capacities = fields.object("capacities");
        Fields attributes = fields.object("attributes");
        Values capacity = new Values(capacities, errors);
        Values attribute = new Values(attributes, errors);
        Backend backend = new Backend(
                values.required("driver", Syntax.DRIVER, "write the DRA driver's name such as gpu.aliquot.io"),
                values.required("deviceClass", Syntax.SUBDOMAIN, "write the DeviceClass that requests name"),
                capacity.required("memory", Syntax.IDENTIFIER, "write the driver's capacity name of the memory"),
                capacity.name("cores", Syntax.IDENTIFIER),
                capacity.name("shares", Syntax.IDENTIFIER),
                values.number("allShares", 1, Integer.MAX_VALUE, DEFAULT_ALL_SHARES),
                attribute.name("uuid", Syntax.IDENTIFIER).orElse("uuid"),
                attribute.name("type", Syntax.IDENTIFIER).orElse("productName"),
                values.name("typePrefix", Syntax.TYPE_PREFIX).orElse(""),
                attribute.name("numa", Syntax.QUALIFIED_ATTRIBUTE),
                fields.flag("enforced", true));
        capacities.end();
        attributes.end();
        differ(backend, capacities.path());
        return backend;
    }

    private void differ(Backend backend, String path) {
        Set<String> names = new HashSet<>(Set.of(backend.memoryCapacity()));
        for (Optional<String> name : List.of(backend.coresCapacity(), backend.sharesCapacity())) {
            name.filter(each -> !names.add(each))
                    .ifPresent(each -> errors.add(
                            path,
                            "memory, cores and shares must name different capacities, '" + each + "' is there twice"));
        }
    }
}
