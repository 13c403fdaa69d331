package io.aliquot.node.usage;

import io.aliquot.node.CardsNow;
import io.aliquot.node.NodeOptions;
import io.aliquot.node.api.NodeEvents;
import io.aliquot.node.files.HostFolders;
import io.aliquot.node.inventory.UsableCard;
import io.aliquot.node.prepare.Claims;
import io.aliquot.node.state.PreparedClaim;
import io.aliquot.nvml.Nvml;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/** Reads regions and cards every second, shows them as metrics, and raises the alarm. */
public final class UsageWatch implements Closeable {
    private static final Logger LOG = Logger.getLogger(UsageWatch.class);
    private final Regions regions;
    private final Claims claims;
    private final Supplier<CardsNow> cards;
    private final Series series = new Series();
    private final CardLooks looks = new CardLooks(new Guard(new ProcessTable(Path.of("/proc"))));
    private final ComputeTime time;
    private final Alarm alarm;
    private final Hints hints;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread one = new Thread(work, "usage");
        one.setDaemon(true);
        return one;
    });
    /** The breaches of the round before. */
    private Set<String> suspects = Set.of();

    private volatile Work current = Work.NONE;

    public UsageWatch(
            NodeEvents events, NodeOptions options, HostFolders folders, Claims claims, Supplier<CardsNow> cards) {
        this.regions = new Regions(folders);
        this.claims = claims;
        this.cards = cards;
        this.time = new ComputeTime(options.rules().policy());
        this.alarm = new Alarm(events::warn, events::self, System::nanoTime);
        this.hints = new Hints(folders, options.rules().highPriority(), () -> current, RegionHint::open);
    }

    public void start() {
        ScheduledFuture<?> rounds = thread.scheduleWithFixedDelay(this::round, 1, 1, TimeUnit.SECONDS);
        LOG.debugf("Watching usage: %s", rounds);
        hints.start();
    }

    /** All series in the text format of Prometheus. */
    public String scrape() {
        return series.scrape();
    }

    private void round() {
        try {
            List<PreparedClaim> prepared = claims.current().claims();
            List<Share> shares = regions.read(prepared);
            current = new Work(shares, current.busy(), current.cards());
            series.shares(shares);
            CardsNow now = cards.get();
            series.looks(now.looks());
            if (now.nvml().isPresent()) {
                look(now.nvml().get(), now.inventory().cards(), shares, prepared);
            }
        } catch (IOException | RuntimeException e) {
            LOG.warnf("Usage is read again: %s", e);
        }
    }

    private void look(Nvml nvml, List<UsableCard> usable, List<Share> shares, List<PreparedClaim> prepared) {
        CardLooks.Seen seen = looks.look(nvml, usable, shares);
        series.loads(seen.loads());
        List<Holding> holdings = seen.findings().values().stream()
                .flatMap(each -> each.holdings().stream())
                .toList();
        current = Work.of(shares, seen.findings().values());
        time.add(holdings);
        series.seen(holdings, time);
        tell(seen.findings(), holdings, prepared);
    }

    /** Only what was there in the round before: a process may be seen on the card a moment before its slot is. */
    private void tell(Map<UsableCard, Guard.Findings> findings, List<Holding> holdings, List<PreparedClaim> prepared) {
        List<Breach> all = new ArrayList<>();
        Map<UsableCard, Long> unlimited = new LinkedHashMap<>();
        findings.forEach((card, each) -> {
            all.addAll(each.unlimited());
            unlimited.put(
                    card, each.unlimited().stream().filter(this::isSuspect).count());
        });
        series.unlimited(unlimited);
        for (Holding holding : holdings) {
            holding.excess().ifPresent(all::add);
            time.excess(holding).ifPresent(all::add);
        }
        alarm.tell(all.stream().filter(this::isSuspect).toList(), prepared);
        suspects = all.stream().map(Breach::identity).collect(Collectors.toSet());
    }

    private boolean isSuspect(Breach one) {
        return suspects.contains(one.identity());
    }

    @Override
    public void close() {
        hints.close();
        thread.shutdownNow();
    }
}
