package io.aliquot.node.usage;

import java.util.List;

/**
 * How the time of one card falls to those who use it.
 *
 * @param all processes of the card
 * @param busy percent of the time in which the card worked
 */
record CardTime(List<Resident> all, int busy) {
    /**
     * Percent of the card's time that went to {@code own}. Processes that run at once (MPS) have the same moment each, so
     * their sum can be far more than they have together: where most are of one share, what others leave of the card is the
     * better number. The interposer counts in the same way.
     */
    int of(List<Resident> own) {
        int sum = sum(own);
        int others = sum(all) - sum;
        boolean isMost = workers(own) > workers(all) - workers(own) + 1;
        return isMost && busy >= others ? Math.min(sum, busy - others) : sum;
    }

    private static int sum(List<Resident> processes) {
        return processes.stream().mapToInt(one -> one.process().busy()).sum();
    }

    private static long workers(List<Resident> processes) {
        return processes.stream().filter(one -> one.process().busy() > 0).count();
    }
}
