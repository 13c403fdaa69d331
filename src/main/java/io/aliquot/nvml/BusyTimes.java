package io.aliquot.nvml;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/** How busy each process keeps a card. Where that is not known, by an older card or without the right, nobody is busy. */
final class BusyTimes {
    private static final String FUNCTION = "nvmlDeviceGetProcessUtilization";
    /** nvmlProcessUtilizationSample_t: pid, time, and percents of which the first is that of kernels. */
    private static final int SAMPLE = 32;

    private static final int PERCENT_AT = 16;
    /** The library's own numbers are up to a second old. */
    private static final long MICROS = 2_000_000;

    private final NativeCalls nvml;
    private final Clock clock;

    BusyTimes(NativeCalls nvml, Clock clock) {
        this.nvml = nvml;
        this.clock = clock;
    }

    /** Percent of the card's time by pid: the newest sample of each process. */
    Map<Integer, Integer> of(Arena arena, MemorySegment device) throws NvmlException {
        Map<Integer, Integer> percents = new HashMap<>();
        if (nvml.has(FUNCTION)) {
            long since = clock.millis() * 1000 - MICROS;
            MemorySegment samples = GrowingList.read(arena, FUNCTION, SAMPLE, (count, list) -> {
                int result = nvml.result(FUNCTION, device, list, count, since);
                boolean known = result == NativeCalls.SUCCESS || result == GrowingList.INSUFFICIENT_SIZE;
                return known ? result : GrowingList.none(count);
            });
            Map<Integer, Long> times = new HashMap<>();
            for (long at = 0; at < samples.byteSize(); at += SAMPLE) {
                int pid = samples.get(JAVA_INT, at);
                long time = samples.get(JAVA_LONG, at + 8);
                if (time >= times.getOrDefault(pid, 0L)) {
                    times.put(pid, time);
                    percents.put(pid, Math.clamp(samples.get(JAVA_INT, at + PERCENT_AT), 0, 100));
                }
            }
        }
        return percents;
    }
}
