package io.aliquot.nvml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KnownCardsTest {
    private final KnownCards known = new KnownCards();

    private static GpuCard card(int index) {
        return new GpuCard(index, "GPU-" + index, "NVIDIA L4", 1, "0000:17:00.0", "8.9", "580", "13.0", false, "");
    }

    /** Two cards, of which these don't answer. */
    private GpuCards ask(Set<Integer> lost) throws NvmlException {
        return known.ask(2, index -> {
            if (lost.contains(index)) {
                throw new NvmlException("NVML error 15");
            }
            return card(index);
        });
    }

    @Test
    void aCardThatNeverAnsweredIsLeftOutAndTheOthersAreThere() throws NvmlException {
        assertEquals(
                new GpuCards(
                        List.of(card(1)),
                        List.of("card number 0 does not answer and is not offered: NVML error 15; repair or reset it")),
                ask(Set.of(0)));
    }

    @Test
    void oneThatDoesNotAnswerAnyMoreIsWhatItWasInTrouble() throws NvmlException {
        ask(Set.of());
        assertEquals(
                new GpuCards(List.of(card(0).withTrouble("it does not answer: NVML error 15"), card(1)), List.of()),
                ask(Set.of(0)));
        assertEquals(new GpuCards(List.of(card(0), card(1)), List.of()), ask(Set.of()));
    }

    @Test
    void whereNoCardAnswersTheLibraryIsToBlame() {
        assertThrows(NvmlException.class, () -> ask(Set.of(0, 1)));
    }
}
