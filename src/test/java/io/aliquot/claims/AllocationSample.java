package io.aliquot.claims;

import io.aliquot.claims.inventory.AllocationView;
import io.aliquot.claims.inventory.AllocationView.CardLabels;
import io.aliquot.claims.inventory.AllocationView.CardUse;
import io.aliquot.claims.inventory.AllocationView.ShareUse;
import io.aliquot.metrics.AllocationMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Optional;

/** One sample of each allocation series. */
public final class AllocationSample {
    private AllocationSample() {}

    public static void show(MeterRegistry registry) {
        CardLabels card = new CardLabels("n1", "GPU-1", "NVIDIA L4");
        new AllocationFigures(new AllocationMetrics(registry))
                .show(new AllocationView(
                        List.of(new CardUse(card, 2, 1, Optional.of(100.0), Optional.of(30.0))),
                        List.of(new ShareUse(card, "team", "pod", "main", 1, Optional.of(30.0)))));
    }
}
