package io.aliquot.nvml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
        Map<Integer, GpuCard> cards = new TreeMap<>();
        List<String> silent = new ArrayList<>();
        Map<Integer, String> why = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            try {
                GpuCard card = question.ask(i);
                known.put(i, card);
                cards.put(i, card);
            } catch (NvmlException e) {
                why.put(i, String.valueOf(e.getMessage()));
            }
        }
        why.forEach((i, message) -> {
            GpuCard before = known.get(i);
            // The library may number the others anew when one is gone: who answers under another number is here
            // already.
            if (before != null
                    && cards.values().stream().noneMatch(card -> card.uuid().equals(before.uuid()))) {
                cards.put(i, before.withTrouble("it does not answer: " + message));
            } else {
                silent.add("card number " + i + " does not answer and is not offered: " + message
                        + "; repair or reset it");
            }
        });
        if (cards.isEmpty() && count > 0) {
            throw new NvmlException("no card answers: " + String.join(", ", silent));
        }
        return new GpuCards(List.copyOf(cards.values()), List.copyOf(silent));
    }
}
