package io.aliquot.claims.inventory;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;

/**
 * A device, or a part of one, that a claim has.
 *
 * @param namespace namespace of the claim
 * @param claim name of the claim
 * @param pod name of the pod that owns or uses the claim, when one does
 * @param podClaim name of the claim in that pod's {@code resourceClaims}
 * @param device what it has
 * @param consumed how much of each capacity; empty when the device is not shared
 */
public record Allocated(
        String namespace,
        String claim,
        Optional<String> pod,
        Optional<String> podClaim,
        DeviceId device,
        Map<String, BigDecimal> consumed) {
    public Allocated {
        consumed = Map.copyOf(consumed);
    }
}
