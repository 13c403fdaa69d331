package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aliquot.nvml.GpuProcess;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CardTimeTest {
    private static List<Resident> busy(int from, int... percents) {
        return IntStream.range(0, percents.length)
                .mapToObj(i -> new Resident(new GpuProcess(from + i, 0, percents[i]), new ProcessKey(1, from + i, 1)))
                .toList();
    }

    private static int time(int card, List<Resident> own, List<Resident> others) {
        return new CardTime(Stream.concat(own.stream(), others.stream()).toList(), card).of(own);
    }

    @Test
    void processesThatRunAtOnceHaveNoMoreThanTheCardWorks() {
        assertEquals(30, time(30, busy(1, 30, 30), List.of()));
        assertEquals(30, time(80, busy(1, 30, 30, 30), busy(9, 50)));
    }

    @Test
    void processesInTurnHaveTheirSum() {
        assertEquals(60, time(60, busy(1, 30, 30), List.of()));
        assertEquals(60, time(100, busy(1, 30, 30), busy(9, 20, 20)));
    }

    @Test
    void oneProcessHasWhatTheCardSaysOfItWhateverTheCardSaysOfItself() {
        assertEquals(90, time(20, busy(1, 90), List.of()));
        assertEquals(90, time(100, busy(1, 90, 0, 0, 0), busy(9, 10)));
    }
}
