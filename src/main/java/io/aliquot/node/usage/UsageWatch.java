package io.aliquot.node.usage;

import io.aliquot.node.CardsNow;
import io.aliquot.node.api.Events;
import io.aliquot.node.files.HostFolders;
import io.aliquot.node.files.ShareRules;
import io.aliquot.node.health.Rounds;
import io.aliquot.node.inventory.UsableCard;
import io.aliquot.node.prepare.ClaimSource;
import io.aliquot.node.prepare.Claims;
import io.aliquot.node.state.PodName;
import io.aliquot.node.state.PreparedClaim;
import io.aliquot.nvml.Nvml;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** Reads regions and cards every second, shows them as metrics, and raises the alarm. */
public final class UsageWatch implements Closeable {
    private static final Logger LOG = Logger.getLogger(UsageWatch.class);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private final Regions regions;
    private final Claims claims;
    private final Supplier<CardsNow> cards;
    private final Series series = new Series();
    private final CardLooks looks = new CardLooks(new Guard(new ProcessTable(Path.of("/proc"))));
    private final ComputeTime time = new ComputeTime();
    private final Alarm alarm;
    private final Hints hints;
    private final Rounds rounds = new Rounds("usage", this::round);
    /** Apart, as an API server that does not answer keeps it waiting. */
    private final Rounds telling = new Rounds("alarm", this::tell);

    private final Suspects suspects = new Suspects();
    private volatile News news = new News(List.of(), List.of());
    private volatile Work current = Work.NONE;

    /**
     * One for the life of the process.
     *
     * @param source of the claims of this node, which may have more pods than those that are prepared tell
     */
    public UsageWatch(
            Events events,
            ClaimSource source,
            ShareRules rules,
            HostFolders folders,
            Claims claims,
            Supplier<CardsNow> cards) {
        this.regions = new Regions(folders);
        this.claims = claims;
        this.cards = cards;
        this.alarm = new Alarm(events, new LateComers(() -> pods(source), System::nanoTime), System::nanoTime);
        this.hints = new Hints(folders, rules.highPriority(), () -> current, RegionHint::open);
    }

    private static List<PodName> pods(ClaimSource source) throws IOException {
        return source.allocatedHere().stream()
                .flatMap(claim -> claim.pods().stream())
                .toList();
    }

    public void start() {
        rounds.start(SECOND, SECOND);
        telling.start(SECOND, SECOND);
        hints.start();
    }

    public List<Rounds> rounds() {
        return List.of(rounds, hints.rounds());
    }

    /** All series in the text format of Prometheus. */
    public String scrape() {
        return series.scrape();
    }

    /** What there is to tell now. */
    private record News(List<Breach> breaches, List<PreparedClaim> claims) {}

    private void tell() {
        News now = news;
        alarm.tell(now.breaches(), now.claims());
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

    private void tell(Map<UsableCard, Guard.Findings> findings, List<Holding> holdings, List<PreparedClaim> prepared) {
        List<Breach> all = new ArrayList<>();
        findings.values().forEach(each -> all.addAll(each.unlimited()));
        for (Holding holding : holdings) {
            holding.excess().ifPresent(all::add);
            time.excess(holding).ifPresent(all::add);
        }
        List<Breach> confirmed = suspects.confirm(all);
        Set<Breach> known = Set.copyOf(confirmed);
        Map<UsableCard, Long> unlimited = new LinkedHashMap<>();
        findings.forEach((card, each) -> unlimited.put(
                card, each.unlimited().stream().filter(known::contains).count()));
        series.unlimited(unlimited);
        news = new News(confirmed, prepared);
    }

    @Override
    public void close() {
        hints.close();
        telling.close();
        rounds.close();
    }
}
