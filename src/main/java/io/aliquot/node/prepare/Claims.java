package io.aliquot.node.prepare;

import io.aliquot.node.checkpoint.Checkpoint;
import io.aliquot.node.checkpoint.CheckpointFile;
import io.aliquot.node.checkpoint.Stored;
import io.aliquot.node.state.Allocation;
import io.aliquot.node.state.ClaimId;
import io.aliquot.node.state.Plan;
import io.aliquot.node.state.Planner;
import io.aliquot.node.state.PreparedClaim;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jboss.logging.Logger;

/**
 * Prepares and unprepares claims. Nothing but locks is kept in memory: each call reads the checkpoint, so two drivers
 * of one node agree. Prepare twice is the same as once, and unprepare once means gone.
 */
public final class Claims {
    private static final Logger LOG = Logger.getLogger(Claims.class);
    private static final Pattern UID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,62}");

    private static final String REBUILT = "the driver rebuilds it from the API within seconds";

    private final ClaimSource source;
    private final Supplier<Optional<Planner>> planner;
    private final HostState host;
    private final CheckpointFile checkpoint;
    private final NodeLock lock;
    private final String library;
    private final ReentrantLock[] perClaim =
            IntStream.range(0, 64).mapToObj(i -> new ReentrantLock()).toArray(ReentrantLock[]::new);

    /**
     * One for the life of the process.
     *
     * @param planner empty until the driver knows its cards and has put the host in order
     * @param library file name of the interposer for claims that are prepared from now on
     */
    public Claims(
            ClaimSource source,
            Supplier<Optional<Planner>> planner,
            HostState host,
            CheckpointFile checkpoint,
            NodeLock lock,
            String library) {
        this.source = source;
        this.planner = planner;
        this.host = host;
        this.checkpoint = checkpoint;
        this.lock = lock;
        this.library = library;
    }

    /**
     * Prepares a claim, or makes what is missing of one that is prepared.
     *
     * @param abandoned whether the caller has given up; then nothing is changed any more, because its unprepare may
     *     have been answered already
     */
    public Preparation prepare(ClaimId claim, BooleanSupplier abandoned) {
        if (!UID.matcher(claim.uid()).matches()) {
            return new Preparation.Failed("claim uid: not a uid: " + claim.uid());
        }
        ReentrantLock one = lockOf(claim.uid());
        one.lock();
        try {
            if (abandoned.getAsBoolean()) {
                return givenUp(claim);
            }
            long start = System.nanoTime();
            Allocation allocation = source.read(claim);
            long read = System.nanoTime();
            Preparation done = lock.hold(() -> prepare(allocation, abandoned));
            if (done instanceof Preparation.Ready) {
                LOG.infof(
                        "Prepared claim %s in %d ms, %d of them for the API call",
                        claim, (System.nanoTime() - start) / 1_000_000, (read - start) / 1_000_000);
            }
            return done;
        } catch (ClaimUnusable e) {
            return new Preparation.Failed("claim " + claim + ": " + e.getMessage());
        } catch (IOException e) {
            return new Preparation.Failed("claim " + claim + ": " + e);
        } finally {
            one.unlock();
        }
    }

    private Preparation prepare(Allocation allocation, BooleanSupplier abandoned) throws IOException {
        if (abandoned.getAsBoolean()) {
            return givenUp(allocation.claim());
        }
        Optional<Planner> ready = planner.get();
        if (ready.isEmpty()) {
            return new Preparation.Failed("claim " + allocation.claim() + ": the driver does not know its cards yet");
        }
        Checkpoint before = read();
        return prepare(allocation, before, ready.get());
    }

    private static Preparation givenUp(ClaimId claim) {
        return new Preparation.Failed("claim " + claim + ": the caller has given up");
    }

    private Preparation prepare(Allocation allocation, Checkpoint before, Planner ready) throws IOException {
        Optional<PreparedClaim> known = before.find(allocation.claim().uid());
        Plan plan = known.filter(claim -> ready.isFor(claim, allocation))
                .map(claim -> ready.again(claim.withPods(allocation.pods())))
                .orElseGet(() -> ready.plan(allocation, before.claims(), library));
        return switch (plan) {
            case Plan.Refused refused ->
                new Preparation.Failed("claim " + allocation.claim() + ": " + String.join("; ", refused.problems()));
            case Plan.Accepted accepted -> {
                PreparedClaim claim = host.withLibrary(accepted.claim(), library);
                host.ensure(claim);
                if (!known.equals(Optional.of(claim))) {
                    checkpoint.write(before.with(claim));
                }
                yield new Preparation.Ready(claim);
            }
        };
    }

    /**
     * Forgets a claim and removes its files; one that is not known is forgotten already.
     *
     * @param abandoned whether the caller has given up; then nothing is changed any more, because the claim may have been
     *     unprepared by its next call and prepared anew
     */
    public void unprepare(String uid, BooleanSupplier abandoned) throws IOException {
        if (!UID.matcher(uid).matches()) {
            return;
        }
        ReentrantLock one = lockOf(uid);
        one.lock();
        try {
            lock.hold(() -> {
                if (abandoned.getAsBoolean()) {
                    throw new IOException("the caller has given up");
                }
                Checkpoint before = read();
                host.remove(uid);
                if (before.find(uid).isPresent()) {
                    checkpoint.write(before.without(uid));
                }
                return before;
            });
        } finally {
            one.unlock();
        }
    }

    /** The claims that are prepared now. */
    public Checkpoint current() throws IOException {
        return lock.hold(this::read);
    }

    private Checkpoint read() throws IOException {
        return switch (checkpoint.read()) {
            case Stored.Found found -> found.checkpoint();
            case Stored.Absent absent when host.uids().isEmpty() -> Checkpoint.EMPTY;
            case Stored.Absent absent -> throw new IOException("the checkpoint is gone; " + REBUILT);
            case Stored.Newer newer ->
                throw new IOException("the checkpoint is of version " + newer.version()
                        + ": a newer driver has taken over and answers the next call");
            case Stored.Unreadable unreadable ->
                throw new IOException("the checkpoint cannot be used: " + unreadable.why() + "; " + REBUILT);
        };
    }

    private ReentrantLock lockOf(String uid) {
        return perClaim[Math.floorMod(uid.hashCode(), perClaim.length)];
    }
}
