package io.aliquot.node.usage;

import io.aliquot.node.state.PreparedClaim;
import io.aliquot.node.state.PreparedDevice;

/** One limited device of a claim with what its processes use. */
record Share(PreparedClaim claim, PreparedDevice device, Region region) {}
