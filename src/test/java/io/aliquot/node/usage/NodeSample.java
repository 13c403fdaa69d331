package io.aliquot.node.usage;

import io.aliquot.node.inventory.Place;
import io.aliquot.node.inventory.UsableCard;
import io.aliquot.node.state.Amount;
import io.aliquot.node.state.Cards;
import io.aliquot.node.state.ClaimId;
import io.aliquot.node.state.PodName;
import io.aliquot.node.state.PreparedClaim;
import io.aliquot.node.state.PreparedDevice;
import io.aliquot.node.state.Treatment;
import io.aliquot.nvml.GpuCard;
import io.aliquot.nvml.GpuLoad;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One sample of each series of the node driver. */
public final class NodeSample {
    private NodeSample() {}

    /** As Prometheus gets it. */
    public static String scrape() {
        Series series = new Series();
        PreparedDevice device = new PreparedDevice(
                "uid-g0", "g0", "n1", "gpu-0", Optional.empty(), "GPU-1", "nvidia.com/gpu=GPU-1", amount(), limited());
        PreparedClaim claim = new PreparedClaim(
                new ClaimId("team", "claim", "uid"),
                List.of(new PodName("team", "pod", "p")),
                "libaliquot.so",
                List.of(device));
        Share share = new Share(claim, device, Region.EMPTY, false);
        series.shares(List.of(share));
        series.seen(List.of(new Holding(share, 1, 1, 1, Optional.empty())), new ComputeTime());
        UsableCard card = new UsableCard(
                new GpuCard(0, "GPU-1", "NVIDIA L4", 1, "0000:17:00.0", "8.9", "580", "13.0", false, ""),
                new Place(Optional.empty(), Optional.empty()),
                Cards.card(0));
        series.loads(Map.of(card, new GpuLoad(1, 50)));
        series.unlimited(Map.of(card, 0L));
        return series.scrape();
    }

    private static Amount amount() {
        return new Amount(1, 30, 100);
    }

    private static Treatment limited() {
        return Treatment.LIMITED;
    }
}
