package io.aliquot.node.usage;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What one share is told about the others of its card.
 *
 * @param deviceIdle nobody else on the card has work
 * @param higherPriorityActive a share of high priority has work, and this is none
 */
record Hint(boolean deviceIdle, boolean higherPriorityActive) {
    /**
     * What one share does.
     *
     * @param card the card's uuid
     * @param active whether it had GPU time a moment ago
     * @param high whether it has high priority
     */
    record Activity(String card, boolean active, boolean high) {}

    /**
     * The hint for each share, by any key that tells shares apart.
     *
     * @param busyCards uuids of the cards that somebody without a share works on
     */
    static <K> Map<K, Hint> of(Map<K, Activity> shares, Set<String> busyCards) {
        Map<K, Hint> hints = new LinkedHashMap<>();
        shares.forEach((key, share) -> {
            boolean idle = !busyCards.contains(share.card());
            boolean higher = false;
            for (Map.Entry<K, Activity> other : shares.entrySet()) {
                Activity activity = other.getValue();
                if (!other.getKey().equals(key) && activity.card().equals(share.card()) && activity.active()) {
                    idle = false;
                    higher |= activity.high() && !share.high();
                }
            }
            hints.put(key, new Hint(idle, higher));
        });
        return hints;
    }
}
