package io.aliquot.config;

import io.aliquot.model.PodRules;
import java.util.List;
import java.util.Set;

/** Reads the {@code pods} object; a field that is left out has the built-in value. */
final class PodsReader {
    private static final List<String> LEGACY_SCHEDULERS = List.of("hami-scheduler", "4pd-scheduler");
    private static final List<String> UNSUPPORTED =
            List.of("hami.io/gpu-scheduler-policy", "hami.io/node-scheduler-policy", "hami.io/vulkan");
    private static final List<String> IGNORE_LABELS = List.of("hami.io/webhook", "aliquot.io/webhook");
    private static final String DEFAULT_SCHEDULER = "default-scheduler";

    private final Errors errors;

    PodsReader(Errors errors) {
        this.errors = errors;
    }

    PodRules read(Fields fields) {
        Values values = new Values(fields, errors);
        PodRules rules = new PodRules(
                values.names("legacySchedulers", Syntax.SUBDOMAIN, LEGACY_SCHEDULERS),
                values.names("draSchedulers", Syntax.SUBDOMAIN, List.of()),
                fields.flag("allowPrivileged", false),
                fields.flag("hideCards", true),
                fields.flag("cardsInOneRequest", false),
                List.copyOf(values.names("unsupportedAnnotations", Syntax.QUALIFIED, UNSUPPORTED)),
                List.copyOf(values.names("ignoreLabels", Syntax.QUALIFIED, IGNORE_LABELS)));
        fields.end();
        checkSchedulers(rules, fields);
        return rules;
    }

    private void checkSchedulers(PodRules rules, Fields fields) {
        for (String scheduler : rules.legacySchedulers()) {
            if (rules.draSchedulers().contains(scheduler)) {
                errors.add(
                        fields.path("draSchedulers"),
                        "'" + scheduler + "' is in legacySchedulers too; keep one of them");
            }
        }
        for (Set<String> schedulers : List.of(rules.legacySchedulers(), rules.draSchedulers())) {
            if (schedulers.contains(DEFAULT_SCHEDULER)) {
                errors.add(fields.path(), "default-scheduler always allocates claims; leave it out of the lists");
            }
        }
    }
}
