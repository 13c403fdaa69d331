package io.aliquot.claims;

import io.aliquot.claims.inventory.AllocationView;
import io.aliquot.claims.inventory.AllocationView.CardLabels;
import io.aliquot.claims.inventory.AllocationView.CardUse;
import io.aliquot.claims.inventory.AllocationView.ShareUse;
import io.aliquot.metrics.AllocationMetrics;
import io.aliquot.metrics.AllocationMetrics.Figure;
import io.aliquot.metrics.AllocationMetrics.Sample;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Shows the allocation view as series. */
final class AllocationFigures {
    private final AllocationMetrics metrics;

    AllocationFigures(AllocationMetrics metrics) {
        this.metrics = metrics;
    }

    void show(AllocationView view) {
        cards(Figure.GPU_MEMORY_LIMIT, view, card -> Optional.of(card.memoryLimit()));
        cards(Figure.GPU_MEMORY_ALLOCATED, view, card -> Optional.of(card.memoryAllocated()));
        cards(Figure.GPU_CORE_LIMIT, view, CardUse::coresLimit);
        cards(Figure.GPU_CORE_ALLOCATED, view, CardUse::coresAllocated);
        shares(Figure.VGPU_MEMORY_ALLOCATED, view, share -> Optional.of(share.memory()));
        shares(Figure.VGPU_CORE_ALLOCATED, view, ShareUse::cores);
    }

    private void cards(Figure figure, AllocationView view, Function<CardUse, Optional<Double>> value) {
        List<Sample> samples = view.cards().stream()
                .flatMap(card -> value.apply(card).map(number -> new Sample(labels(card.card()), number)).stream())
                .toList();
        metrics.show(figure, samples);
    }

    private void shares(Figure figure, AllocationView view, Function<ShareUse, Optional<Double>> value) {
        List<Sample> samples = view.shares().stream()
                .flatMap(share -> value.apply(share).map(number -> new Sample(labels(share), number)).stream())
                .toList();
        metrics.show(figure, samples);
    }

    private static Map<String, String> labels(CardLabels card) {
        return Map.of("node", card.node(), "device_uuid", card.uuid(), "device_type", card.type());
    }

    private static Map<String, String> labels(ShareUse share) {
        Map<String, String> labels = new HashMap<>(labels(share.card()));
        labels.put("namespace", share.namespace());
        labels.put("pod", share.pod());
        labels.put("container", share.container());
        return labels;
    }
}
