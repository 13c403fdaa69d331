package io.aliquot.claims.pending;

import io.aliquot.claims.inventory.Amount;
import io.aliquot.claims.inventory.Device;
import io.aliquot.model.Backend;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says which capacity is short on cards that would be right otherwise. */
final class CapacityShortage {
    private static final int MOST_CARDS = 4;

    private final Backend backend;
    private final FreeCapacity free;

    CapacityShortage(Backend backend, FreeCapacity free) {
        this.backend = backend;
        this.free = free;
    }

    /** The sentence; empty when at least {@code wanted} cards have enough of everything. */
    Optional<String> of(List<Device> cards, Map<Device, Map<String, BigDecimal>> asked, int wanted) {
        long fitting = cards.stream()
                .filter(card -> free.fits(card, asked(asked, card)))
                .count();
        if (fitting >= wanted) {
            return Optional.empty();
        }
        String number = Selection.number(cards.size());
        if (exclusive(cards, asked)) {
            String idle = fitting == 0 ? "none of them idle" : "only " + fitting + " of " + wanted + " asked idle";
            return Optional.of(number + ", " + idle);
        }
        List<String> shortages = new ArrayList<>();
        shortage(backend.memoryCapacity(), cards, asked, wanted).ifPresent(shortages::add);
        backend.coresCapacity()
                .flatMap(name -> shortage(name, cards, asked, wanted))
                .ifPresent(shortages::add);
        backend.sharesCapacity()
                .flatMap(name -> shortage(name, cards, asked, wanted))
                .ifPresent(shortages::add);
        if (shortages.isEmpty()) {
            shortages.add("each is short of something: " + remains(cards));
        }
        return Optional.of(number + ", " + String.join(", ", shortages));
    }

    private static Map<String, BigDecimal> asked(Map<Device, Map<String, BigDecimal>> asked, Device card) {
        return asked.getOrDefault(card, Map.of());
    }

    /** All of a card is asked for, so that any other user is one too many. */
    private boolean exclusive(List<Device> cards, Map<Device, Map<String, BigDecimal>> asked) {
        String sole = backend.sharesCapacity().orElse(backend.memoryCapacity());
        return cards.stream()
                .allMatch(card -> !card.shareable()
                        || Optional.ofNullable(card.capacity().get(sole))
                                .map(capacity -> FreeCapacity.need(card, sole, asked(asked, card))
                                                .compareTo(capacity.value())
                                        == 0)
                                .orElse(false));
    }

    private Optional<String> shortage(
            String capacity, List<Device> cards, Map<Device, Map<String, BigDecimal>> asked, int wanted) {
        List<Device> enough = cards.stream()
                .filter(card -> free.enough(card, capacity, asked(asked, card)))
                .toList();
        if (enough.size() >= wanted) {
            return Optional.empty();
        }
        Device best = cards.stream()
                .filter(card -> !enough.contains(card))
                .max((a, b) -> free.of(a, capacity).compareTo(free.of(b, capacity)))
                .orElseThrow();
        String need = text(capacity, FreeCapacity.need(best, capacity, asked(asked, best)));
        String most = text(capacity, free.of(best, capacity));
        String name = name(capacity);
        return Optional.of(
                wanted == 1
                        ? "most free " + name + " " + most + " of " + need + " asked"
                        : "only " + enough.size() + " of " + wanted + " asked with " + name + " " + need
                                + " free, the next has " + most);
    }

    private String name(String capacity) {
        return capacity.equals(backend.memoryCapacity())
                ? "memory"
                : backend.coresCapacity().filter(capacity::equals).isPresent() ? "cores" : "shares";
    }

    private String text(String capacity, BigDecimal amount) {
        return capacity.equals(backend.memoryCapacity())
                ? Amount.mib(amount) + (name(capacity).equals("memory") ? " MiB" : "")
                : amount.stripTrailingZeros().toPlainString();
    }

    private String remains(List<Device> cards) {
        String list = cards.stream()
                .limit(MOST_CARDS)
                .map(card -> card.id().device() + " has "
                        + text(backend.memoryCapacity(), free.of(card, backend.memoryCapacity()))
                        + backend.coresCapacity()
                                .map(cores -> " and cores " + text(cores, free.of(card, cores)))
                                .orElse("")
                        + " free")
                .collect(Collectors.joining("; "));
        return cards.size() > MOST_CARDS ? list + "; …" : list;
    }
}
