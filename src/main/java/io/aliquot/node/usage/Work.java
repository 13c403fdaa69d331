package io.aliquot.node.usage;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Who has work, as the last look at the cards showed.
 *
 * @param shares all shares of the node
 * @param busy names of those whose kernels ran a moment ago
 * @param cards uuids of the cards that processes without a share have worked on
 */
record Work(List<Share> shares, Set<String> busy, Set<String> cards) {
    static final Work NONE = of(List.of());

    /** Before the cards have been looked at. */
    static Work of(List<Share> shares) {
        return new Work(shares, Set.of(), Set.of());
    }

    static Work of(List<Share> shares, Iterable<Guard.Findings> looks) {
        Set<String> busy = new HashSet<>();
        Set<String> cards = new HashSet<>();
        for (Guard.Findings look : looks) {
            look.holdings().stream()
                    .filter(holding -> holding.busy() > 0)
                    .forEach(holding -> busy.add(holding.share().device().name()));
            look.unlimited().stream().filter(one -> one.busy() > 0).forEach(one -> cards.add(one.uuid()));
        }
        return new Work(shares, Set.copyOf(busy), Set.copyOf(cards));
    }
}
