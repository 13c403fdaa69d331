package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComputeTimeTest {
    private final ComputeTime time = new ComputeTime();

    private static Holding busy(int percent) {
        return new Holding(Shares.share("a", 100), 0, percent, 1, Optional.empty());
    }

    private Optional<TimeExcess> after(int rounds, int... percents) {
        IntStream.range(0, rounds).forEach(round -> time.add(List.of(busy(percents[round % percents.length]))));
        return time.excess(busy(0));
    }

    @Test
    void aShareThatKeepsToItsPartIsNoBreachForever() {
        assertEquals(Optional.empty(), after(1000, 30));
        assertEquals(30, time.average(busy(0)), 0.1);
    }

    @Test
    void burstsAreNone() {
        assertEquals(Optional.empty(), after(1000, 100, 0, 0));
    }

    @Test
    void aShareThatHasTheWholeCardIsOneWithinTwentySeconds() {
        TimeExcess excess = after(20, 100).orElseThrow();
        assertEquals(30, excess.most());
        assertTrue(excess.message().contains("for 49 % of the time"), excess.message());
    }

    @Test
    void processesThatTheCardCountsTwiceAreNoMoreThanTheWhole() {
        after(1000, 250);
        assertEquals(100, time.average(busy(0)), 0.1);
    }

    @Test
    void aSoftShareMayHaveAll() {
        Share hard = Shares.share("a", 100);
        Holding soft =
                new Holding(new Share(hard.claim(), hard.device(), hard.region(), true), 0, 100, 1, Optional.empty());
        IntStream.range(0, 1000).forEach(round -> time.add(List.of(soft)));
        assertEquals(Optional.empty(), time.excess(soft));
    }

    @Test
    void whatHasGoneIsForgotten() {
        after(1000, 100);
        time.add(List.of());
        assertEquals(0, time.average(busy(0)));
    }
}
