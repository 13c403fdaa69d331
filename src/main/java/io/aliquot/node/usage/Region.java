package io.aliquot.node.usage;

import java.util.List;

/**
 * What the processes of a share have written.
 *
 * @param used bytes of the card
 * @param refused allocations that did not fit
 * @param flags what could not be enforced, {@code ALIQUOT_FLAG_*} of the interposer's header
 * @param processes owners of live slots
 */
record Region(long used, long refused, int flags, List<ProcessKey> processes) {
    static final Region EMPTY = new Region(0, 0, 0, List.of());

    Region without(int flag) {
        return new Region(used, refused, flags & ~flag, processes);
    }
}
