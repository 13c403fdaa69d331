package io.aliquot.node.usage;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The time that shares have had of their cards, by the cards' own lists: averages of the last half minute. */
final class ComputeTime {
    /** Rounds after which a change has come through to two thirds. */
    private static final double INERTIA = 30;
    /** Percent that an average may be beyond the share: the card counts in whole percent, and kernels can't be cut. */
    private static final int ALLOWANCE = 15;

    private static final int ALL = 100;
    private Map<String, Double> averages = Map.of();

    /** One round's look at all shares. */
    void add(List<Holding> holdings) {
        Map<String, Double> next = new HashMap<>();
        for (Holding holding : holdings) {
            double before = average(holding);
            next.put(name(holding), before + (Math.min(ALL, holding.busy()) - before) / INERTIA);
        }
        averages = next;
    }

    /** Percent of the card's time. */
    double average(Holding holding) {
        return averages.getOrDefault(name(holding), 0.0);
    }

    /** Percent that a share may have; all where no limit holds or a soft one gives way. */
    static int most(Share share) {
        long cores = share.device().taken().cores();
        return !share.soft() && cores > 0 && cores < ALL ? (int) cores : ALL;
    }

    Optional<TimeExcess> excess(Holding holding) {
        int most = most(holding.share());
        int average = (int) average(holding);
        return average > most + ALLOWANCE ? Optional.of(new TimeExcess(holding, average, most)) : Optional.empty();
    }

    private static String name(Holding holding) {
        return holding.share().device().name();
    }
}
