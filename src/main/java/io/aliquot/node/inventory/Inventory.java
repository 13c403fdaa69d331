package io.aliquot.node.inventory;

import io.aliquot.node.state.Amount;
import io.aliquot.node.state.OfferedCard;
import io.aliquot.nvml.GpuCard;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The cards of the node.
 *
 * @param problems why cards are missing, each with what to do
 */
public record Inventory(List<UsableCard> cards, List<String> problems) {
    public static final int CORES = 100;
    public static final int SHARES = 1000;
    public static final Inventory NONE = new Inventory(List.of(), List.of());
    private static final long MIB = 1L << 20;

    /**
     * Sorts out what can be offered.
     *
     * @param vendor names of the vendor's CDI devices, by UUID
     * @param cdiCommand what makes the specs of cards that have none
     * @param place where a card sits, by its bus id
     */
    public static Inventory of(
            List<GpuCard> cards, Map<String, String> vendor, String cdiCommand, Function<String, Place> place) {
        List<UsableCard> usable = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (GpuCard card : cards) {
            String cdi = vendor.get(card.uuid());
            if (card.mig()) {
                problems.add("card " + card.uuid() + " is split by MIG and is not offered");
            } else if (cdi == null) {
                problems.add("card " + card.uuid()
                        + ": no CDI spec names it, or two files of one folder do and cancel each other; run '"
                        + cdiCommand + "' on the node");
            } else {
                usable.add(new UsableCard(card, place.apply(card.busId()), offer(card, cdi)));
            }
        }
        return new Inventory(List.copyOf(usable), List.copyOf(problems));
    }

    public Inventory withProblems(List<String> more) {
        return new Inventory(
                cards, Stream.concat(problems.stream(), more.stream()).toList());
    }

    private static OfferedCard offer(GpuCard card, String cdi) {
        Amount capacity = new Amount(card.memory() / MIB * MIB, CORES, SHARES);
        return new OfferedCard("gpu-" + card.minor(), card.uuid(), cdi, capacity);
    }

    /** What is wrong with offered cards. */
    public List<String> troubles() {
        return cards.stream()
                .filter(card -> !card.card().trouble().isEmpty())
                .map(card -> "card " + card.card().uuid() + " (" + card.offer().device()
                        + "): " + card.card().trouble() + "; nothing new is placed on it. Move its pods away,"
                        + " repair or reset it, then restart the driver's pod")
                .toList();
    }

    /** What the planner needs: cards by the name of their device. */
    public Map<String, OfferedCard> offers() {
        Map<String, OfferedCard> offers = new LinkedHashMap<>();
        cards.forEach(card -> offers.put(card.offer().device(), card.offer()));
        return offers;
    }
}
