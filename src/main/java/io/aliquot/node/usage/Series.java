package io.aliquot.node.usage;

import io.aliquot.node.inventory.UsableCard;
import io.aliquot.node.state.PodName;
import io.aliquot.nvml.GpuLoad;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Every series of the node driver: name, help, labels. The names of usage are those that dashboards know. */
@SuppressWarnings("deprecation") // The registry is the one that the platform brings.
final class Series {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final MultiGauge used = gauge("hami_vgpu_memory_used_bytes", "Memory that a share uses");
    private final MultiGauge limit = gauge("hami_vgpu_memory_limit_bytes", "Memory that a share may use");
    private final MultiGauge seen = gauge(
            "aliquot_share_memory_seen_bytes", "Memory that the card's own list shows for the processes of a share");
    private final MultiGauge processes =
            gauge("aliquot_share_processes", "Processes of a share that the card's own list shows");
    private final MultiGauge compute = gauge(
            "aliquot_share_compute_seen_ratio",
            "Part of the last half minute in which kernels of a share ran, by the card's own list");
    private final MultiGauge computeLimit = gauge(
            "aliquot_share_compute_limit_ratio",
            "Part of the time that a share may have; 1 where no limit always holds");
    private final MultiGauge container =
            gauge("hami_container_device_memory_bytes", "Memory that the containers of a claim use on a card");
    private final MultiGauge hostUsed = gauge("hami_host_gpu_memory_used_bytes", "Memory in use on a card");
    private final MultiGauge hostBusy =
            gauge("hami_host_gpu_utilization_ratio", "Part of the time that a kernel ran on a card");
    private final MultiGauge refused =
            gauge("aliquot_share_refused_allocations", "Allocations of live processes that did not fit their share");
    private final MultiGauge flags =
            gauge("aliquot_share_flags", "Bits of what the interposer could not enforce in a share");
    private final MultiGauge unlimited =
            gauge("aliquot_unlimited_processes", "Processes on a shared card that no limit holds");

    private final AtomicLong looksNow = new AtomicLong();

    Series() {
        FunctionCounter.builder("aliquot_node_looks", looksNow, AtomicLong::get)
                .description("How often the driver has looked at its cards")
                .register(registry);
    }

    private MultiGauge gauge(String name, String help) {
        return MultiGauge.builder(name).description(help).register(registry);
    }

    void looks(long looks) {
        looksNow.set(looks);
    }

    void shares(List<Share> shares) {
        List<MultiGauge.Row<?>> usedRows = new ArrayList<>();
        List<MultiGauge.Row<?>> limitRows = new ArrayList<>();
        List<MultiGauge.Row<?>> refusedRows = new ArrayList<>();
        List<MultiGauge.Row<?>> flagRows = new ArrayList<>();
        for (Share share : shares) {
            Tags tags = tags(share);
            usedRows.add(MultiGauge.Row.of(tags, share.region().used()));
            limitRows.add(MultiGauge.Row.of(tags, share.device().taken().memory()));
            refusedRows.add(MultiGauge.Row.of(tags, share.region().refused()));
            flagRows.add(MultiGauge.Row.of(tags, share.region().flags()));
        }
        used.register(usedRows, true);
        container.register(usedRows, true);
        limit.register(limitRows, true);
        refused.register(refusedRows, true);
        flags.register(flagRows, true);
    }

    /** A claim of several pods is shown under the first: its numbers are those of all. */
    private static Tags tags(Share share) {
        PodName none = new PodName(share.claim().claim().namespace(), "", "");
        PodName pod = share.claim().pods().stream().findFirst().orElse(none);
        return Tags.of(
                "podnamespace", pod.namespace(),
                "podname", pod.name(),
                "claim", share.claim().claim().name(),
                "request", share.device().request(),
                "share", share.device().name(),
                "deviceuuid", share.device().uuid());
    }

    void loads(Map<UsableCard, GpuLoad> loads) {
        List<MultiGauge.Row<?>> memory = new ArrayList<>();
        List<MultiGauge.Row<?>> busy = new ArrayList<>();
        loads.forEach((card, load) -> {
            Tags tags = cardTags(card);
            memory.add(MultiGauge.Row.of(tags, load.memoryUsed()));
            busy.add(MultiGauge.Row.of(tags, load.utilization() / 100.0));
        });
        hostUsed.register(memory, true);
        hostBusy.register(busy, true);
    }

    void seen(List<Holding> holdings, ComputeTime time) {
        List<MultiGauge.Row<?>> memory = new ArrayList<>();
        List<MultiGauge.Row<?>> count = new ArrayList<>();
        List<MultiGauge.Row<?>> busy = new ArrayList<>();
        List<MultiGauge.Row<?>> most = new ArrayList<>();
        for (Holding holding : holdings) {
            Tags tags = tags(holding.share());
            memory.add(MultiGauge.Row.of(tags, holding.seen()));
            count.add(MultiGauge.Row.of(tags, holding.processes()));
            busy.add(MultiGauge.Row.of(tags, time.average(holding) / 100));
            most.add(MultiGauge.Row.of(tags, ComputeTime.most(holding.share()) / 100.0));
        }
        seen.register(memory, true);
        processes.register(count, true);
        compute.register(busy, true);
        computeLimit.register(most, true);
    }

    void unlimited(Map<UsableCard, Long> found) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        found.forEach((card, count) -> rows.add(MultiGauge.Row.of(cardTags(card), count)));
        unlimited.register(rows, true);
    }

    private static Tags cardTags(UsableCard card) {
        return Tags.of(
                "deviceuuid", card.card().uuid(),
                "device", card.offer().device(),
                "devicetype", card.card().name());
    }

    String scrape() {
        return registry.scrape();
    }
}
