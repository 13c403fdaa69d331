package io.aliquot.node.usage;

import io.aliquot.node.files.Grip;
import io.aliquot.node.files.HostFolders;
import io.aliquot.node.health.Rounds;
import io.aliquot.node.usage.Hint.Activity;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Tells every share ten times a second whether the others of its card have work. A share that is told nothing for half a
 * second keeps exactly to its limit, so nothing depends on this.
 */
final class Hints implements Closeable {
    private static final Logger LOG = Logger.getLogger(Hints.class);
    private static final Duration PERIOD = Duration.ofMillis(100);
    /** A share that launches seldom is not idle between two launches. */
    private static final long ACTIVE_NS = 300_000_000;

    private final HostFolders folders;
    private final boolean highPriority;
    private final Supplier<Work> work;
    private final Opening opening;
    private final Rounds rounds = new Rounds("hints", () -> round(System.nanoTime()));
    private Map<Path, Charge> before = Map.of();

    /** Opens a region. */
    @FunctionalInterface
    interface Opening {
        RegionHint open(Path file) throws IOException;
    }

    /** A region for the time of one round: claims come and go between two. */
    private record Open(Path file, Share share, RegionHint region) {
        String card() {
            return share.device().uuid();
        }
    }

    /** GPU time charged to a share ever, and when that last grew. */
    private record Charge(long total, long grewAt) {
        boolean isFresh(long now) {
            return grewAt > 0 && now - grewAt < ACTIVE_NS;
        }
    }

    /**
     * One for the life of the process.
     *
     * @param highPriority whether a share that asks for high priority has it
     * @param work of the shares of the node, not older than a second or two
     */
    Hints(HostFolders folders, boolean highPriority, Supplier<Work> work, Opening opening) {
        this.folders = folders;
        this.highPriority = highPriority;
        this.work = work;
        this.opening = opening;
    }

    Rounds rounds() {
        return rounds;
    }

    void start() {
        rounds.start(PERIOD, PERIOD);
    }

    /** @param now CLOCK_MONOTONIC, which is what nanoTime reads on Linux */
    void round(long now) {
        Work seen = work.get();
        List<Open> regions = open(seen.shares());
        try {
            Map<Open, Activity> activities = new LinkedHashMap<>();
            Map<Path, Charge> charges = new HashMap<>();
            for (Open one : regions) {
                Charge charge = charge(before.get(one.file()), one.region().charged(), now);
                charges.put(one.file(), charge);
                // Nothing is ever charged to a share without a limit: only its card knows of its work, and late.
                boolean active = charge.total() == 0
                        ? seen.busy().contains(one.share().device().name())
                        : charge.isFresh(now);
                activities.put(
                        one,
                        new Activity(
                                one.card(), active, highPriority && one.region().asksForHigh()));
            }
            before = charges;
            Hint.of(activities, seen.cards()).forEach((one, hint) -> write(one, hint, now));
        } finally {
            regions.forEach(Hints::close);
        }
    }

    private List<Open> open(List<Share> shares) {
        List<Open> regions = new ArrayList<>();
        for (Share share : shares) {
            Path file = folders.region(share.claim().claim().uid(), share.device());
            try (Grip _ = new Grip(file)) {
                Open one = new Open(file, share, opening.open(file));
                if (one.region().usable()) {
                    regions.add(one);
                } else {
                    close(one);
                }
            } catch (IOException e) {
                LOG.debugf("No hint for %s: %s", file, e);
            }
        }
        return regions;
    }

    private static Charge charge(@Nullable Charge was, long total, long now) {
        if (was == null) {
            return new Charge(total, 0);
        }
        return total == was.total() ? was : new Charge(total, now);
    }

    /** Looks once more whether the share has cut its file meanwhile. */
    private static void write(Open one, Hint hint, long now) {
        try {
            if (one.region().usable()) {
                one.region().write(hint, now);
            }
        } catch (IOException e) {
            LOG.debugf("No hint for %s: %s", one.file(), e);
        }
    }

    private static void close(Open one) {
        try {
            one.region().close();
        } catch (IOException e) {
            LOG.debugf("%s is not closed: %s", one.file(), e);
        }
    }

    @Override
    public void close() {
        rounds.close();
    }
}
