package io.aliquot.claims;

import io.aliquot.claims.repair.Repairer;
import io.aliquot.rewrite.Template;
import java.util.Optional;

/** Makes lost templates again by the same way as reviews make them. */
final class TemplateMaker implements Repairer.Writer {
    private final Templates templates;

    TemplateMaker(Templates templates) {
        this.templates = templates;
    }

    @Override
    public Optional<String> ensure(String namespace, Template template) {
        return switch (templates.ensure(template, new Placement(namespace, false, "repair", "repair"))) {
            case Ensured.Present() -> Optional.empty();
            case Ensured.Taken taken -> Optional.of("another object has the name " + taken.name());
            case Ensured.Refused refused -> Optional.of(refused.message());
            case Ensured.Unavailable unavailable -> throw new IllegalStateException(unavailable.message());
        };
    }
}
