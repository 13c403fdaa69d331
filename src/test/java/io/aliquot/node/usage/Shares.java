package io.aliquot.node.usage;

import io.aliquot.node.state.Amount;
import io.aliquot.node.state.ClaimId;
import io.aliquot.node.state.PreparedClaim;
import io.aliquot.node.state.PreparedDevice;
import io.aliquot.node.state.Treatment;
import java.util.List;
import java.util.Optional;

/** Shares of one card with 30 percent of its time. */
final class Shares {
    private Shares() {}

    /**
     * @param claim its name and uid
     * @param known owners of its live slots
     */
    static Share share(String claim, long mib, ProcessKey... known) {
        PreparedDevice device = new PreparedDevice(
                claim + "-g0",
                "g0",
                "n1",
                "gpu-0",
                Optional.empty(),
                "GPU-1",
                "nvidia.com/gpu=GPU-1",
                new Amount(mib << 20, 30, 1),
                Treatment.LIMITED);
        PreparedClaim prepared =
                new PreparedClaim(new ClaimId("team", claim, claim), List.of(), "libaliquot.so", List.of(device));
        return new Share(prepared, device, new Region(0, 0, 0, List.of(known)), false);
    }
}
