package io.aliquot.node.health;

import java.io.Closeable;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * Work that is done again and again on a thread of its own. Nothing that it throws ends it; that it never comes back, as
 * from a call into a driver that hangs, can be asked for.
 */
public final class Rounds implements Closeable {
    /** Longer than an API server that is away holds a round up. */
    static final Duration LONGEST = Duration.ofMinutes(1);

    private static final Logger LOG = Logger.getLogger(Rounds.class);
    private final String name;
    private final Runnable work;
    private final LongSupplier clock;
    private final AtomicReference<Optional<Long>> began = new AtomicReference<>(Optional.empty());
    private final ScheduledExecutorService thread;

    public Rounds(String name, Runnable work) {
        this(name, work, System::nanoTime);
    }

    /** One with a clock of its own, which gives nanoseconds since any moment. */
    public Rounds(String name, Runnable work, LongSupplier clock) {
        this.name = name;
        this.work = work;
        this.clock = clock;
        this.thread = Executors.newSingleThreadScheduledExecutor(rounds -> {
            Thread one = new Thread(rounds, name);
            one.setDaemon(true);
            return one;
        });
    }

    /** Begins; {@code pause} lies between the end of a round and the next. */
    public void start(Duration first, Duration pause) {
        ScheduledFuture<?> rounds =
                thread.scheduleWithFixedDelay(this::round, first.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
        LOG.debugf("%s: %s", name, rounds);
    }

    /** One more round as soon as the thread is free. */
    public void soon() {
        try {
            thread.execute(this::round);
        } catch (RejectedExecutionException e) {
            LOG.debugf("%s has ended", name);
        }
    }

    private void round() {
        began.set(Optional.of(clock.getAsLong()));
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            LOG.errorf(e, "%s goes on", name);
        } finally {
            began.set(Optional.empty());
        }
    }

    /** For how long a round has been going on that should have ended; empty when all is well. */
    public Optional<Duration> standing() {
        return began.get()
                .map(since -> Duration.ofNanos(clock.getAsLong() - since))
                .filter(time -> time.compareTo(LONGEST) > 0);
    }

    public String name() {
        return name;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
