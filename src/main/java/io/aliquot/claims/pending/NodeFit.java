package io.aliquot.claims.pending;

import io.aliquot.claims.inventory.Device;
import io.aliquot.claims.request.ClaimAsk;
import io.aliquot.claims.request.DeviceAsk;
import io.aliquot.model.Backend;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Places one claim on the cards of one node, or says what is short there. */
final class NodeFit {
    private final Backend backend;
    private final Eligibility eligibility;
    private final FreeCapacity free;

    NodeFit(Backend backend, FreeCapacity free) {
        this.backend = backend;
        this.eligibility = new Eligibility(backend);
        this.free = free;
    }

    /** What is short; empty when the claim fits, and its cards are taken then. {@code cards} are the node's. */
    Optional<String> place(ClaimAsk claim, List<Device> cards) {
        DeviceAsk request = claim.requests().getFirst();
        int wanted = (int)
                claim.requests().stream().mapToLong(ask -> ask.first().count()).sum();
        Selection selection = new Selection(cards, wanted, new HashMap<>());
        return selection
                .missing()
                .or(() -> selection.keep(card -> !card.tainted()).missing("without a taint"))
                .or(() -> selection
                        .keep(card -> eligible(request, card, eligibility::uuid))
                        .missing("with an allowed UUID"))
                .or(() -> selection
                        .keep(card -> eligible(request, card, eligibility::type))
                        .missing("of an allowed type, there is " + types(cards)))
                .or(() -> selection
                        .keep(card -> assign(request, card, selection))
                        .missing("of a size that was asked for"))
                .or(() -> new CapacityShortage(backend, free).of(selection.left(), selection.asked(), wanted))
                .or(() -> take(claim, selection));
    }

    private static boolean eligible(DeviceAsk request, Device card, Judgement judgement) {
        return request.alternatives().stream()
                .anyMatch(alternative -> judgement.passes(card, alternative.conditions()));
    }

    /** A percentage asks a different amount of each size of card: the card's own alternative counts. */
    private boolean assign(DeviceAsk request, Device card, Selection selection) {
        Optional<DeviceAsk.Alternative> own = request.alternatives().stream()
                .filter(alternative -> eligibility.size(card, alternative.conditions()))
                .findFirst();
        own.ifPresent(alternative -> selection.asked().put(card, alternative.capacity()));
        return own.isPresent();
    }

    private Optional<String> take(ClaimAsk claim, Selection selection) {
        List<Device> fitting = selection.left().stream()
                .filter(card -> free.fits(card, selection.asked().getOrDefault(card, Map.of())))
                .toList();
        for (String attribute : claim.sameAttributes()) {
            Optional<List<Device>> together = fitting.stream()
                    .filter(card -> card.attribute(attribute).isPresent())
                    .collect(Collectors.groupingBy(
                            card -> card.attribute(attribute).orElse("")))
                    .values()
                    .stream()
                    .filter(group -> group.size() >= selection.wanted())
                    .findFirst();
            if (together.isEmpty()) {
                return Optional.of(Selection.number(fitting.size()) + " fit, but no " + selection.wanted()
                        + " of them have the same " + attribute);
            }
            fitting = together.get();
        }
        fitting.stream()
                .limit(selection.wanted())
                .forEach(card -> free.take(card, selection.asked().getOrDefault(card, Map.of())));
        return Optional.empty();
    }

    private String types(List<Device> cards) {
        return cards.stream().map(eligibility::typeName).distinct().limit(3).collect(Collectors.joining(", "));
    }

    private interface Judgement {
        boolean passes(Device card, List<io.aliquot.claims.request.Condition> conditions);
    }
}
