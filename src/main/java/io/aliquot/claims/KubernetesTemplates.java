package io.aliquot.claims;

import io.aliquot.log.LogLine;
import io.aliquot.metrics.Series;
import io.aliquot.metrics.TemplateResult;
import io.aliquot.rewrite.Template;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Templates in the cluster. A template is read first: nearly always it is there, and a read is cheaper than a write
 * that fails. Two replicas may still create it at the same time; the one that comes late compares.
 */
final class KubernetesTemplates implements Templates {
    private static final Logger LOG = Logger.getLogger(KubernetesTemplates.class);
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final ApiServer api;
    private final KnownTemplates known;
    private final Supplier<Optional<String>> obstacle;
    private final Series series;

    /** {@code obstacle} tells why no pod may have a template at present, if that is so. */
    KubernetesTemplates(ApiServer api, KnownTemplates known, Supplier<Optional<String>> obstacle, Series series) {
        this.api = api;
        this.known = known;
        this.obstacle = obstacle;
        this.series = series;
    }

    @Override
    public Ensured ensure(Template template, Placement placement) {
        Optional<String> broken = obstacle.get();
        if (broken.isPresent()) {
            return counted(TemplateResult.UNAVAILABLE, new Ensured.Unavailable(broken.get()));
        }
        if (known.holds(placement.namespace(), template)) {
            return counted(TemplateResult.PRESENT, new Ensured.Present());
        }
        ApiReply stored = read(template, placement);
        return stored.code() == NOT_FOUND ? create(template, placement) : compared(stored, template);
    }

    private Ensured create(Template template, Placement placement) {
        String path = TemplatePath.collection(placement.namespace(), placement.dryRun());
        ApiReply created = api.post(path, template.manifest(placement.namespace()));
        if (created.code() == CONFLICT) {
            return compared(read(template, placement), template);
        }
        if (!created.successful()) {
            return failed(created);
        }
        if (!StoredTemplate.isSame(created.body(), template)) {
            return altered(created, template, placement);
        }
        LOG.info(LogLine.event("template-created")
                .with("uid", placement.uid())
                .with("namespace", placement.namespace())
                .with("owner", placement.owner())
                .with("template", template.name())
                .with("dryRun", placement.dryRun()));
        return counted(placement.dryRun() ? TemplateResult.DRY_RUN : TemplateResult.CREATED, new Ensured.Present());
    }

    /** A pod with such a template would get something else than it asked for, perhaps a whole card. */
    private Ensured altered(ApiReply created, Template template, Placement placement) {
        if (!placement.dryRun()) {
            api.delete(
                    TemplatePath.named(placement.namespace(), template.name()),
                    created.body().path("metadata").path("uid").asText());
        }
        return counted(
                TemplateResult.UNAVAILABLE,
                new Ensured.Unavailable("the API server does not keep ResourceClaimTemplate " + template.name()
                        + " as it was sent: the feature gate DRAConsumableCapacity is off, or an admission policy changes"
                        + " templates"));
    }

    private ApiReply read(Template template, Placement placement) {
        return api.get(TemplatePath.named(placement.namespace(), template.name()));
    }

    private Ensured compared(ApiReply stored, Template template) {
        if (!stored.successful()) {
            return failed(stored);
        }
        return StoredTemplate.isSame(stored.body(), template)
                ? counted(TemplateResult.PRESENT, new Ensured.Present())
                : counted(TemplateResult.TAKEN, new Ensured.Taken(template.name()));
    }

    private Ensured failed(ApiReply reply) {
        Ensured failure = ApiFailure.of(reply);
        return counted(
                failure instanceof Ensured.Refused ? TemplateResult.REFUSED : TemplateResult.UNAVAILABLE, failure);
    }

    private Ensured counted(TemplateResult result, Ensured ensured) {
        series.template(result);
        return ensured;
    }
}
