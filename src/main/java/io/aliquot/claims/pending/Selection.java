package io.aliquot.claims.pending;

import io.aliquot.claims.inventory.Device;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A node's cards, fewer at each demand that is applied, until too few are left. */
final class Selection {
    private final int total;
    private final int wanted;
    private final Map<Device, Map<String, BigDecimal>> asked;
    private List<Device> left;

    /** {@code asked} is filled with what is asked of each card. */
    Selection(List<Device> cards, int wanted, Map<Device, Map<String, BigDecimal>> asked) {
        this.total = cards.size();
        this.left = List.copyOf(cards);
        this.wanted = wanted;
        this.asked = asked;
    }

    Selection keep(Predicate<Device> demand) {
        left = left.stream().filter(demand).toList();
        return this;
    }

    List<Device> left() {
        return left;
    }

    int wanted() {
        return wanted;
    }

    Map<Device, Map<String, BigDecimal>> asked() {
        return asked;
    }

    Optional<String> missing() {
        return total < wanted ? Optional.of(number(total) + " of " + wanted + " asked") : Optional.empty();
    }

    /** What to say when too few cards are left after a demand. */
    Optional<String> missing(String demand) {
        if (left.size() >= wanted) {
            return Optional.empty();
        }
        String found = left.isEmpty() ? "none" : "only " + left.size() + " of " + wanted + " asked";
        return Optional.of(number(total) + ", " + found + " " + demand);
    }

    static String number(int cards) {
        return cards + (cards == 1 ? " card" : " cards");
    }
}
