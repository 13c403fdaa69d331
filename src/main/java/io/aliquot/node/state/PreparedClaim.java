package io.aliquot.node.state;

import java.util.List;

/**
 * A claim that this node has prepared.
 *
 * @param library file name of the interposer that its containers load; it stays the same for as long as the claim is
 *     prepared, so that all processes of a share run the same one
 */
public record PreparedClaim(ClaimId claim, List<PodName> pods, String library, List<PreparedDevice> devices) {
    /** Whether a part of a card belongs to it, with limits to hold. */
    public boolean limited() {
        return devices.stream().anyMatch(PreparedDevice::limited);
    }

    public PreparedClaim withPods(List<PodName> others) {
        return new PreparedClaim(claim, others, library, devices);
    }

    PreparedClaim withDevices(List<PreparedDevice> others) {
        return new PreparedClaim(claim, pods, library, others);
    }

    public PreparedClaim withLibrary(String other) {
        return new PreparedClaim(claim, pods, other, devices);
    }
}
