package io.aliquot.rewrite;

import io.aliquot.model.Card;
import io.aliquot.model.Selector;
import io.aliquot.model.VendorMapping;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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

    private static boolean passes(Card card, Selector selector, VendorMapping vendor) {
        return switch (selector) {
            case Selector.Uuid uuid -> passes(card.uuid().map(uuid.uuids()::contains), uuid.wanted());
            case Selector.Type type ->
                passes(
                        card.type()
                                .map(name -> matches(
                                        name, type.words(), vendor.backend().typePrefix())),
                        type.wanted());
        };
    }

    private static boolean passes(Optional<Boolean> matches, boolean wanted) {
        return matches.isEmpty() || matches.get() == wanted;
    }

    private static boolean matches(String product, List<String> words, String prefix) {
        String registered = product.startsWith(prefix) ? product : prefix + "-" + product;
        String lower = registered.toLowerCase(Locale.ROOT);
        return words.stream().anyMatch(word -> lower.contains(word.toLowerCase(Locale.ROOT)));
    }
}
