package io.aliquot.rewrite;

import io.aliquot.model.Card;
import io.aliquot.model.Selector;
import io.aliquot.model.VendorMapping;
import java.util.Comparator;
import java.util.List;

/** How big the cards are that a pod may use; what a percentage needs. */
final class CardSizes {
    /** A request holds at most so many alternatives. */
    static final int MAX = 8;

    private CardSizes() {}

    /** Distinct sizes in MiB, largest first: those of the cards that pass the selection, else the mapping's. */
    static List<Long> of(VendorMapping vendor, Selection selection, List<Card> cards) {
        List<Long> seen = seen(vendor, selection, cards);
        boolean usable = !seen.isEmpty() && seen.size() <= MAX;
        return usable ? seen : descending(vendor.cardSizesMib());
    }

    /** Distinct sizes in MiB, largest first, of the known cards that pass the selection. */
    static List<Long> seen(VendorMapping vendor, Selection selection, List<Card> cards) {
        return descending(cards.stream()
                .filter(card -> card.driver().equals(vendor.backend().driver()))
                .filter(card -> selection.selectors().stream().allMatch(selector -> passes(card, selector, vendor)))
                .map(Card::memoryMib)
                .toList());
    }

    private static List<Long> descending(List<Long> sizes) {
        return sizes.stream().distinct().sorted(Comparator.reverseOrder()).toList();
    }

    /** What is not known of a card speaks for it. */
    private static boolean passes(Card card, Selector selector, VendorMapping vendor) {
        return switch (selector) {
            case Selector.Uuid uuid -> card.uuid().map(uuid::accepts).orElse(true);
            case Selector.Type type ->
                card.type()
                        .map(name -> type.accepts(name, vendor.backend().typePrefix()))
                        .orElse(true);
        };
    }
}
