package io.aliquot.node.usage;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** How many Events there may be about one thing: some at once, then one every few minutes, as Kubernetes' own clients keep it. */
final class Budget {
    static final int AT_ONCE = 25;
    static final long PERIOD_NS = TimeUnit.MINUTES.toNanos(5);
    /** Until when each has spent its Events. */
    private final Map<String, Long> spent = new HashMap<>();

    /** One has not arrived. */
    void giveBack(String about) {
        spent.computeIfPresent(about, (key, until) -> until - PERIOD_NS);
    }

    /** Whether there may be one now; then it counts. */
    boolean take(String about, long now) {
        spent.values().removeIf(until -> until - now <= 0);
        long until = spent.getOrDefault(about, now);
        if (until - now > (AT_ONCE - 1) * PERIOD_NS) {
            return false;
        }
        spent.put(about, until + PERIOD_NS);
        return true;
    }
}
