package io.aliquot.node.prepare;

import io.aliquot.node.checkpoint.Checkpoint;
import io.aliquot.node.checkpoint.CheckpointFile;
import io.aliquot.node.checkpoint.Stored;
import io.aliquot.node.state.Allocation;
import io.aliquot.node.state.Plan;
import io.aliquot.node.state.Planner;
import io.aliquot.node.state.PreparedClaim;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Puts the host in order when the driver starts, whatever became of the one before: killed in the middle of a write,
 * of another version, before a reboot. And once more when a running driver finds its checkpoint lost.
 */
public final class Recovery {
    private static final Logger LOG = Logger.getLogger(Recovery.class);
    private final ClaimSource source;
    private final HostState host;
    private final CheckpointFile file;
    private final NodeLock lock;

    public Recovery(ClaimSource source, HostState host, CheckpointFile file, NodeLock lock) {
        this.source = source;
        this.host = host;
        this.file = file;
        this.lock = lock;
    }

    /**
     * Whether a running driver has lost its checkpoint or files of its claims.
     *
     * @param newest whether no other driver of the node has come after this one: a newer driver's checkpoint is lost only
     *     when that driver is gone
     */
    public boolean isNeeded(boolean newest) throws IOException {
        return lock.hold(() -> switch (file.read()) {
            // An older driver that put back its library would find it removed by the newer one again.
            case Stored.Found found ->
                !host.hasAll(found.checkpoint().claims())
                        || (newest && !host.library().isInstalled());
            case Stored.Absent absent ->
                mustRebuild(absent) || (newest && !host.library().isInstalled());
            case Stored.Newer newer -> newest;
            case Stored.Unreadable unreadable -> true;
        });
    }

    /**
     * After this the checkpoint is readable, every prepared claim has its files again, and files without a claim are
     * gone. Calls of the kubelet do not wait for the API server here.
     *
     * @throws IOException when the API server is needed and does not answer; try again
     */
    public void run(Planner planner, String library) throws IOException {
        Optional<List<Allocation>> allocated =
                lock.hold(this::mustRebuild) ? Optional.of(source.allocatedHere()) : Optional.empty();
        lock.hold(() -> {
            host.sweep(Instant.now());
            file.sweep(Instant.now());
            Set<String> keep = new HashSet<>(List.of(library));
            Checkpoint checkpoint = readOrRebuild(planner, library, allocated);
            List<PreparedClaim> usable = new ArrayList<>();
            for (PreparedClaim claim : checkpoint.claims()) {
                PreparedClaim one = host.withLibrary(claim, library);
                host.ensure(one);
                keep.add(one.library());
                usable.add(one);
            }
            if (!usable.equals(checkpoint.claims())) {
                file.write(new Checkpoint(usable));
            }
            host.library().removeUnused(keep);
            return checkpoint;
        });
    }

    private boolean mustRebuild() throws IOException {
        host.create();
        return mustRebuild(file.read());
    }

    private boolean mustRebuild(Stored stored) throws IOException {
        return switch (stored) {
            case Stored.Found found -> false;
            case Stored.Absent absent -> !host.uids().isEmpty();
            case Stored.Newer newer -> true;
            case Stored.Unreadable unreadable -> true;
        };
    }

    private Checkpoint readOrRebuild(Planner planner, String library, Optional<List<Allocation>> allocated)
            throws IOException {
        Stored stored = file.read();
        if (mustRebuild(stored)) {
            List<Allocation> allocations =
                    allocated.orElseThrow(() -> new IOException("the checkpoint has just been lost"));
            if (!(stored instanceof Stored.Absent)) {
                LOG.warnf("The checkpoint that cannot be used is kept as %s", file.setAside());
            }
            return rebuild(planner, library, allocations);
        }
        if (stored instanceof Stored.Found found) {
            sweep(uids(found.checkpoint()));
            return found.checkpoint();
        }
        return Checkpoint.EMPTY;
    }

    /** Of the claims that have files here: others were never prepared, and the kubelet would never unprepare them. */
    private Checkpoint rebuild(Planner planner, String library, List<Allocation> allocations) throws IOException {
        Set<String> traces = host.uids();
        Checkpoint checkpoint = Checkpoint.EMPTY;
        for (Allocation allocation : allocations) {
            if (!traces.contains(allocation.claim().uid())) {
                continue;
            }
            switch (planner.plan(allocation, checkpoint.claims(), library)) {
                case Plan.Accepted accepted -> checkpoint = checkpoint.with(accepted.claim());
                case Plan.Refused refused ->
                    LOG.warnf("Claim %s is not taken up: %s", allocation.claim(), refused.problems());
            }
        }
        file.write(checkpoint);
        LOG.warnf(
                "The checkpoint was rebuilt from the API: %d claims",
                checkpoint.claims().size());
        sweep(allocations.stream().map(a -> a.claim().uid()).collect(Collectors.toSet()));
        return checkpoint;
    }

    /** What a driver wrote that was killed before its checkpoint, or failed to remove. */
    private void sweep(Set<String> keep) throws IOException {
        for (String uid : host.uids()) {
            if (!keep.contains(uid)) {
                LOG.infof("Removing files of claim uid %s, which is not prepared", uid);
                host.remove(uid);
            }
        }
    }

    private static Set<String> uids(Checkpoint checkpoint) {
        return checkpoint.claims().stream().map(c -> c.claim().uid()).collect(Collectors.toSet());
    }
}
