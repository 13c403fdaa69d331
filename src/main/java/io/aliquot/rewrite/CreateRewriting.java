package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.model.VendorMapping;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The rewriting of a pod that is being created. */
final class CreateRewriting {
    private final ObjectNode pod;
    private final RewriteInput input;
    private final Findings findings = new Findings();
    private final PodNotices notices;
    private final Stripping stripping;
    private final Served served;

    CreateRewriting(ObjectNode pod, RewriteInput input) {
        this.pod = pod;
        this.input = input;
        this.notices = new PodNotices(pod, input.mapping(), findings);
        this.stripping = new Stripping(input.mapping());
        this.served = new Served(pod);
    }

    Rewriting rewrite() {
        if (optedOut()) {
            return new Rewriting.Unchanged(List.of());
        }
        List<Container> containers = Container.of(pod);
        List<Container> legacy = containers.stream().filter(stripping::concerns).toList();
        if (legacy.isEmpty()) {
            notices.strayNumbers();
            return new Rewriting.Unchanged(findings.warnings());
        }
        if (PodScheduler.of(pod, input.mapping().pods()) == PodScheduler.FOREIGN) {
            notices.foreignScheduler(PodScheduler.name(pod));
            return new Rewriting.Unchanged(findings.warnings());
        }
        notices.strayNumbers();
        return rewrite(containers, legacy);
    }

    private boolean optedOut() {
        return input.mapping().pods().ignoreLabels().stream()
                .anyMatch(label -> pod.path("metadata")
                        .path("labels")
                        .path(label)
                        .asText("")
                        .equals("ignore"));
    }

    private Rewriting rewrite(List<Container> containers, List<Container> legacy) {
        legacy.stream().filter(served::has).forEach(notices::lateNumbers);
        List<Ask> asks = asks(legacy.stream().filter(each -> !served.has(each)).toList());
        PodShape.check(pod, containers, findings);
        if (asks.stream().anyMatch(Ask::wantsShare)) {
            PodRefusals.check(pod, containers, input.mapping().pods(), findings);
            notices.unsupportedAnnotations();
        }
        ClaimPlan plan = plan(asks);
        Map<String, Template> templates = templates(plan);
        if (findings.refused()) {
            return new Rewriting.Refused(findings.problems(), findings.warnings());
        }
        return write(containers, legacy, asks, plan, templates);
    }

    private List<Ask> asks(List<Container> legacy) {
        AskReader reader = new AskReader(input.mapping(), findings);
        List<Ask> asks = new ArrayList<>();
        legacy.forEach(container -> asks.addAll(reader.read(container)));
        return asks;
    }

    /** Annotations are judged once for each kind of card that is asked for. */
    private ClaimPlan plan(List<Ask> asks) {
        IdentityHashMap<VendorMapping, Selection> selections = new IdentityHashMap<>();
        asks.stream()
                .filter(Ask::wantsShare)
                .map(Ask::vendor)
                .forEach(vendor ->
                        selections.computeIfAbsent(vendor, each -> new SelectionReader(each, pod, findings).read()));
        ClaimPlanner planner = new ClaimPlanner(selections, new PodClaimNames(pod));
        return planner.plan(asks);
    }

    /** By the name of the claim. */
    private Map<String, Template> templates(ClaimPlan plan) {
        TemplateWriter writer = new TemplateWriter(input.cards(), input.takenNames(), findings);
        Map<String, Template> templates = new LinkedHashMap<>();
        Map<String, Container> firstUsers = firstUsers(plan);
        for (Claim claim : plan.claims()) {
            Container container = Objects.requireNonNull(firstUsers.get(claim.name()), "every claim has a user");
            boolean together = input.mapping().pods().cardsInOneRequest() && plan.usedWhole(claim);
            writer.write(claim, together, container.path() + ".resources")
                    .ifPresent(template -> templates.put(claim.name(), template));
            notices.claim(claim, container);
            notices.outOfReach(claim, container, input.cards());
        }
        notices.alternatives(templates.values());
        plan.uses().forEach(use -> notices.optOuts(use.container(), use.claim().request()));
        return templates;
    }

    private static Map<String, Container> firstUsers(ClaimPlan plan) {
        Map<String, Container> users = new HashMap<>();
        plan.uses().forEach(use -> users.putIfAbsent(use.claim().name(), use.container()));
        return users;
    }

    private Rewriting write(
            List<Container> containers,
            List<Container> legacy,
            List<Ask> asks,
            ClaimPlan plan,
            Map<String, Template> templates) {
        PodEdit edit = new PodEdit(pod);
        legacy.forEach(container -> stripping.strip(container, edit));
        PodWriter writer = new PodWriter(edit);
        writer.write(asks, plan, templates);
        List<Container> idle = plan.without(containers).stream()
                .filter(each -> !served.has(each))
                .toList();
        if (input.mapping().pods().hideCards() && !plan.claims().isEmpty()) {
            writer.hideCards(idle);
        }
        if (PodScheduler.of(pod, input.mapping().pods()) == PodScheduler.LEGACY) {
            notices.legacyScheduler(PodScheduler.name(pod));
            writer.defaultScheduler();
        }
        idle.forEach(notices::seesCards);
        if (!asks.isEmpty()) {
            writer.mark(PodRequest.of(asks, plan, input, served.record()));
        }
        Map<String, Template> distinct = new LinkedHashMap<>();
        templates.values().forEach(template -> distinct.putIfAbsent(template.name(), template));
        return new Rewriting.Rewritten(edit.pod(), edit.patch(), List.copyOf(distinct.values()), findings.warnings());
    }
}
