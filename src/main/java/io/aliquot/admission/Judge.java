package io.aliquot.admission;

import io.aliquot.claims.CardSource;
import io.aliquot.claims.Ensured;
import io.aliquot.claims.NamespaceQuotas;
import io.aliquot.claims.Placement;
import io.aliquot.claims.Templates;
import io.aliquot.claims.quota.QuotaVerdict;
import io.aliquot.config.CurrentMapping;
import io.aliquot.model.Mapping;
import io.aliquot.model.Outcome;
import io.aliquot.model.Problem;
import io.aliquot.model.Warning;
import io.aliquot.rewrite.RewriteInput;
import io.aliquot.rewrite.Rewriter;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.Template;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Decides about a pod, and makes the templates that it needs before it may pass. */
@ApplicationScoped
class Judge {
    /** A template name and its three alternatives. */
    private static final int MOST_NAMES = 4;

    private static final int RETRY_SECONDS = 1;

    private final CurrentMapping current;
    private final CardSource cards;
    private final Templates templates;
    private final NamespaceQuotas quotas;

    Judge(CurrentMapping current, CardSource cards, Templates templates, NamespaceQuotas quotas) {
        this.current = current;
        this.cards = cards;
        this.templates = templates;
        this.quotas = quotas;
    }

    Judgement judge(Review review) {
        if (!review.subresource().isEmpty()) {
            return Judgement.of(new Verdict.Allowed(Optional.empty(), List.of()), Outcome.UNCHANGED);
        }
        RewriteInput input =
                new RewriteInput(review.pod(), review.oldPod(), current.mapping(), cards.cards(), Set.of());
        Rewriting rewriting = Rewriter.rewrite(input);
        QuotaVerdict quota = quota(rewriting, review, input.mapping());
        if (!quota.exceeded().isEmpty()) {
            return exceeded(quota);
        }
        for (int i = 0; i < MOST_NAMES; i++) {
            Ensured ensured = ensure(rewriting, review);
            if (!(ensured instanceof Ensured.Taken taken)) {
                return judgement(rewriting, ensured, quota);
            }
            input = input.avoiding(taken.name());
            rewriting = Rewriter.rewrite(input);
        }
        return unavailable("every name of a ResourceClaimTemplate that this pod needs is taken by another object;"
                + " delete the templates named aliquot-… that Aliquot did not make");
    }

    private QuotaVerdict quota(Rewriting rewriting, Review review, Mapping mapping) {
        return rewriting instanceof Rewriting.Rewritten rewritten
                ? quotas.judge(review.namespace(), rewritten, mapping, review.dryRun())
                : QuotaVerdict.FINE;
    }

    private static Judgement exceeded(QuotaVerdict quota) {
        String message = String.join("; ", quota.exceeded());
        return new Judgement(
                new Verdict.Denied(403, "Forbidden", message, OptionalInt.empty(), List.of()),
                Outcome.REFUSED.label(),
                "quota");
    }

    private Ensured ensure(Rewriting rewriting, Review review) {
        if (rewriting instanceof Rewriting.Rewritten rewritten) {
            Placement placement = new Placement(review.namespace(), review.dryRun(), review.uid(), review.owner());
            for (Template template : rewritten.templates()) {
                Ensured ensured = templates.ensure(template, placement);
                if (!(ensured instanceof Ensured.Present)) {
                    return ensured;
                }
            }
        }
        return new Ensured.Present();
    }

    private static Judgement judgement(Rewriting rewriting, Ensured ensured, QuotaVerdict quota) {
        return switch (ensured) {
            case Ensured.Present() -> judgement(rewriting, quota);
            case Ensured.Refused refused ->
                new Judgement(
                        new Verdict.Denied(
                                refused.code(), "Forbidden", refused.message(), OptionalInt.empty(), List.of()),
                        Outcome.REFUSED.label(),
                        "template");
            case Ensured.Unavailable unavailable -> unavailable(unavailable.message());
            case Ensured.Taken taken -> unavailable(taken.name() + " is taken");
        };
    }

    static Judgement judgement(Rewriting rewriting, QuotaVerdict quota) {
        return switch (rewriting) {
            case Rewriting.Rewritten rewritten ->
                Judgement.of(
                        new Verdict.Allowed(Optional.of(rewritten.patch()), warnings(rewritten, quota)),
                        Outcome.REWRITTEN);
            case Rewriting.Unchanged unchanged ->
                Judgement.of(new Verdict.Allowed(Optional.empty(), unchanged.warnings()), Outcome.UNCHANGED);
            case Rewriting.Refused refused -> refused(refused);
        };
    }

    private static List<Warning> warnings(Rewriting rewriting, QuotaVerdict quota) {
        return Stream.concat(
                        rewriting.warnings().stream(),
                        quota.warnings().stream().map(text -> new Warning("metadata.namespace", text)))
                .toList();
    }

    private static Judgement refused(Rewriting.Refused refused) {
        String message = refused.problems().stream().map(Problem::toString).collect(Collectors.joining("\n"));
        return new Judgement(
                new Verdict.Denied(422, "Invalid", message, OptionalInt.empty(), refused.warnings()),
                Outcome.REFUSED.label(),
                refused.problems().getFirst().reason().name());
    }

    private static Judgement unavailable(String message) {
        return new Judgement(
                new Verdict.Denied(503, "ServiceUnavailable", message, OptionalInt.of(RETRY_SECONDS), List.of()),
                "unavailable",
                "template");
    }
}
