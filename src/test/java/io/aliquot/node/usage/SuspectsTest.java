package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SuspectsTest {
    private final Suspects suspects = new Suspects();
    private int pid;

    private static Unlimited process(int pid) {
        return new Unlimited("GPU-1", pid, 0, Optional.of("p"));
    }

    private int confirmed(Unlimited... now) {
        return suspects.confirm(List.of(now)).size();
    }

    @Test
    void whatIsSeenTwiceInARowIsOne() {
        assertEquals(0, confirmed(process(1)));
        assertEquals(1, confirmed(process(1), process(2)));
        assertEquals(0, confirmed());
        assertEquals(0, confirmed(process(1)));
    }

    @Test
    void aChainOfProcessesThatNobodySeesTwiceIsOneAfterFiveSeconds() {
        for (int round = 1; round < 5; round++) {
            assertEquals(0, confirmed(process(++pid)), "round " + round);
        }
        assertEquals(1, confirmed(process(++pid)));
        assertEquals(1, confirmed(process(++pid)));
    }

    @Test
    void processesThatAreSeenBeforeTheirSlotNowAndThenAreNone() {
        for (int round = 0; round < 100; round++) {
            assertEquals(0, round % 3 == 0 ? confirmed(process(++pid)) : confirmed());
        }
    }

    @Test
    void podsAndCardsAreToldApart() {
        for (int round = 0; round < 4; round++) {
            confirmed(process(++pid));
        }
        assertEquals(0, confirmed(new Unlimited("GPU-2", ++pid, 0, Optional.of("p"))));
        assertEquals(0, confirmed(new Unlimited("GPU-1", ++pid, 0, Optional.empty())));
    }
}
