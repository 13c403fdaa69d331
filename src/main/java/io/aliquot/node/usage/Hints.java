package io.aliquot.node.usage;

import io.aliquot.node.files.HostFolders;
import io.aliquot.node.usage.Hint.Activity;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Tells every share ten times a second whether the others of its card have work. A share that is told nothing for half a
 * second keeps exactly to its limit, so nothing depends on this.
 */
final class Hints implements Closeable {
    private static final Logger LOG = Logger.getLogger(Hints.class);
    private static final long PERIOD_MS = 100;
    /** A share that launches seldom is not idle between two launches. */
    private static final long ACTIVE_NS = 300_000_000;

    private final HostFolders folders;
    private final boolean highPriority;
    private final Supplier<List<Share>> shares;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread one = new Thread(work, "hints");
        one.setDaemon(true);
        return one;
    });
    private Map<Path, Charge> before = Map.of();

    /** GPU time charged to a share ever, and when that last grew. */
    private record Charge(long total, long grewAt) {}

    /**
     * One for the life of the process.
     *
     * @param highPriority whether a share that asks for high priority has it
     * @param shares of the node, not older than a second or two
     */
    Hints(HostFolders folders, boolean highPriority, Supplier<List<Share>> shares) {
        this.folders = folders;
        this.highPriority = highPriority;
        this.shares = shares;
    }

    void start() {
        ScheduledFuture<?> rounds =
                thread.scheduleWithFixedDelay(this::round, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS);
        LOG.debugf("Giving hints: %s", rounds);
    }

    private void round() {
        try {
            round(System.nanoTime());
        } catch (RuntimeException e) {
            LOG.warnf("Hints are given again: %s", e);
        }
    }

    /** @param now CLOCK_MONOTONIC, which is what nanoTime reads on Linux */
    private void round(long now) {
        Map<Path, Activity> activities = new LinkedHashMap<>();
        Map<Path, Charge> charges = new HashMap<>();
        for (Share share : shares.get()) {
            Path file = folders.region(share.claim().claim().uid(), share.device());
            try (RegionHint region = RegionHint.open(file)) {
                if (region.usable()) {
                    Charge charge = charge(before.get(file), region.charged(), now);
                    charges.put(file, charge);
                    boolean active = charge.grewAt() > 0 && now - charge.grewAt() < ACTIVE_NS;
                    activities.put(
                            file, new Activity(share.device().uuid(), active, highPriority && region.asksForHigh()));
                }
            } catch (IOException e) {
                LOG.debugf("No hint for %s: %s", file, e);
            }
        }
        before = charges;
        Hint.of(activities).forEach((file, hint) -> write(file, hint, now));
    }

    private static Charge charge(@Nullable Charge was, long total, long now) {
        if (was == null) {
            return new Charge(total, 0);
        }
        return total == was.total() ? was : new Charge(total, now);
    }

    private static void write(Path file, Hint hint, long now) {
        try (RegionHint region = RegionHint.open(file)) {
            if (region.usable()) {
                region.write(hint, now);
            }
        } catch (IOException e) {
            LOG.debugf("No hint for %s: %s", file, e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
