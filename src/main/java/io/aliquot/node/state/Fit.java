package io.aliquot.node.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Whether a claim fits beside the claims that are prepared: the last word, should the scheduler have erred. */
final class Fit {
    private final Map<String, OfferedCard> cards;
    private final Collection<PreparedClaim> prepared;

    Fit(Map<String, OfferedCard> cards, Collection<PreparedClaim> prepared) {
        this.cards = cards;
        this.prepared = prepared;
    }

    List<String> problems(PreparedClaim claim) {
        List<String> problems = new ArrayList<>();
        var names = new LinkedHashSet<String>();
        claim.devices().forEach(device -> names.add(device.device()));
        for (String name : names) {
            OfferedCard card = cards.get(name);
            if (card != null) {
                check(card, claim, problems);
            }
        }
        return problems;
    }

    private void check(OfferedCard card, PreparedClaim claim, List<String> problems) {
        Amount others = prepared.stream()
                .filter(other -> !other.claim().uid().equals(claim.claim().uid()))
                .map(other -> taken(other, card))
                .reduce(Amount.NONE, Amount::plus);
        Amount wanted = taken(claim, card);
        Amount capacity = card.capacity();
        compare("memory", Amount::memory, card, wanted, others, capacity, problems);
        compare("cores", Amount::cores, card, wanted, others, capacity, problems);
        compare("shares", Amount::shares, card, wanted, others, capacity, problems);
    }

    private static void compare(
            String what,
            ToLongFunction<Amount> of,
            OfferedCard card,
            Amount wanted,
            Amount others,
            Amount capacity,
            List<String> problems) {
        long free = of.applyAsLong(capacity) - of.applyAsLong(others);
        // Who takes nothing fits everywhere, also where a card has less than was given out, as after a change of its
        // ECC mode.
        if (of.applyAsLong(wanted) > Math.max(0, free)) {
            problems.add("device " + card.device() + ": " + what + " " + of.applyAsLong(wanted) + " does not fit: "
                    + Math.max(0, free) + " of " + of.applyAsLong(capacity) + " not taken by prepared claims");
        }
    }

    /** The same card may have been offered under another device name before: the uuid decides. */
    private static Amount taken(PreparedClaim claim, OfferedCard card) {
        return claim.devices().stream()
                .filter(device -> device.uuid().equals(card.uuid()))
                .map(PreparedDevice::taken)
                .reduce(Amount.NONE, Amount::plus);
    }
}
