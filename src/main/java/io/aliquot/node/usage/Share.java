package io.aliquot.node.usage;

import io.aliquot.node.state.PreparedClaim;
import io.aliquot.node.state.PreparedDevice;

/**
 * One limited device of a claim with what its processes use.
 *
 * @param soft whether it may use more than its part of the time, by the rules that it was prepared with
 */
record Share(PreparedClaim claim, PreparedDevice device, Region region, boolean soft) {}
