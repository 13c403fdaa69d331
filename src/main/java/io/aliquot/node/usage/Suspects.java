package io.aliquot.node.usage;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which breaches are more than a moment: a process may be seen on the card before its slot is, so one look proves nothing.
 * What was there in the round before is one; and so is anything where there was some in half of the last rounds, as of
 * processes that end before they have been seen twice.
 */
final class Suspects {
    static final int ROUNDS = 10;
    private static final int ALL = (1 << ROUNDS) - 1;
    private Set<String> before = Set.of();
    /** By place, a bit for each of the last rounds in which there was one, the newest lowest. */
    private Map<String, Integer> seen = Map.of();

    /** {@code now} is all there are; gives those to tell. */
    List<Breach> confirm(List<Breach> now) {
        Map<String, Integer> next = new HashMap<>();
        seen.forEach((place, bits) -> next.put(place, bits << 1 & ALL));
        Set<String> identities = new HashSet<>();
        for (Breach one : now) {
            identities.add(one.identity());
            next.merge(one.place(), 1, (bits, newest) -> bits | newest);
        }
        next.values().removeIf(bits -> bits == 0);
        seen = next;
        List<Breach> confirmed = now.stream()
                .filter(one -> before.contains(one.identity())
                        || Integer.bitCount(next.getOrDefault(one.place(), 0)) * 2 >= ROUNDS)
                .toList();
        before = identities;
        return confirmed;
    }
}
