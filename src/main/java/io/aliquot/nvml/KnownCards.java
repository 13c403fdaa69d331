package io.aliquot.nvml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Cards by index as they were when they could be asked. */
final class KnownCards {
    private final Map<Integer, GpuCard> known = new HashMap<>();

    /** What one card is. */
    interface Question {
        GpuCard ask(int index) throws NvmlException;
    }

    /**
     * All cards. One that can't be asked any more is what it was, in trouble; one that never could be is left out, whatever
     * the others do.
     *
     * @throws NvmlException when nothing is known of any card: the library is to blame then
     */
    GpuCards ask(int count, Question question) throws NvmlException {
        List<GpuCard> cards = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            try {
                GpuCard card = question.ask(i);
                known.put(i, card);
                cards.add(card);
            } catch (NvmlException e) {
                GpuCard before = known.get(i);
                if (before != null) {
                    cards.add(before.withTrouble("it does not answer: " + e.getMessage()));
                } else {
                    silent.add("card number " + i + " does not answer and is not offered: " + e.getMessage()
                            + "; repair or reset it");
                }
            }
        }
        if (cards.isEmpty() && count > 0) {
            throw new NvmlException("no card answers: " + String.join(", ", silent));
        }
        return new GpuCards(List.copyOf(cards), List.copyOf(silent));
    }
}
