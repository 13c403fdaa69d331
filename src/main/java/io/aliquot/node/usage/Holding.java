package io.aliquot.node.usage;

import java.util.Optional;

/**
 * What a card holds for a share, by its own list.
 *
 * @param seen bytes of the processes of the share together
 * @param processes how many they are
 * @param podUid of one of them
 */
record Holding(Share share, long seen, int processes, Optional<String> podUid) {
    /**
     * What each process may hold beyond its share without being told of: what contexts and code really take is an
     * estimate in the interposer, and differs between cards and drivers.
     */
    static final long ALLOWANCE = 512L << 20;

    /** Present when it is more than what estimates may be wrong by. */
    Optional<Excess> excess() {
        long most = share.device().taken().memory() + ALLOWANCE * processes;
        return seen > most ? Optional.of(new Excess(this)) : Optional.empty();
    }
}
