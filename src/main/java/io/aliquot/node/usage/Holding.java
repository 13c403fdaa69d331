package io.aliquot.node.usage;

import java.util.Optional;

/**
 * What a card does for a share, by its own list.
 *
 * @param seen bytes of the processes of the share together
 * @param busy percent of the card's time in which their kernels ran a moment ago
 * @param processes how many they are
 * @param podUid of one of them
 */
record Holding(Share share, long seen, int busy, int processes, Optional<String> podUid) {
    /**
     * What each process may hold beyond its share without being told of: what contexts and code really take is an
     * estimate in the interposer, and differs between cards and drivers.
     */
    static final long ALLOWANCE = 512L << 20;

    /** Present when it is more than what estimates may be wrong by. */
    Optional<MemoryExcess> excess() {
        long most = share.device().taken().memory() + ALLOWANCE * processes;
        return seen > most ? Optional.of(new MemoryExcess(this)) : Optional.empty();
    }
}
