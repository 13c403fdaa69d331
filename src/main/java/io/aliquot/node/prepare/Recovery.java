package io.aliquot.node.prepare;

import io.aliquot.node.checkpoint.Checkpoint;
import io.aliquot.node.checkpoint.CheckpointFile;
import io.aliquot.node.checkpoint.Stored;
import io.aliquot.node.state.Allocation;
import io.aliquot.node.state.Plan;
import io.aliquot.node.state.Planner;
import io.aliquot.node.state.PreparedClaim;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Puts the host in order when the driver starts, whatever became of the one before: killed in the middle of a write,
 * of another version, before a reboot.
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
     * After this the checkpoint is readable, every prepared claim has its files again, and files without a claim are
     * gone.
     *
     * @throws IOException when the API server is needed and does not answer; try again
     */
    public void run(Planner planner, String library) throws IOException {
        lock.hold(() -> {
            Set<String> keep = new HashSet<>(List.of(library));
            Checkpoint checkpoint = readOrRebuild(planner, library);
            for (PreparedClaim claim : checkpoint.claims()) {
                host.ensure(claim);
                keep.add(claim.library());
            }
            host.library().removeUnused(keep);
            return checkpoint;
        });
    }

    private Checkpoint readOrRebuild(Planner planner, String library) throws IOException {
        return switch (file.read()) {
            case Stored.Found found -> {
                sweep(uids(found.checkpoint()));
                yield found.checkpoint();
            }
            case Stored.Absent absent when host.uids().isEmpty() -> Checkpoint.EMPTY;
            case Stored.Absent absent -> rebuild(planner, library);
            case Stored.Unreadable unreadable -> {
                Checkpoint rebuilt = rebuild(planner, library);
                LOG.warnf("The checkpoint could not be used (%s); it was rebuilt from the API", unreadable.why());
                yield rebuilt;
            }
        };
    }

    private Checkpoint rebuild(Planner planner, String library) throws IOException {
        List<Allocation> allocations = source.allocatedHere();
        Checkpoint checkpoint = Checkpoint.EMPTY;
        for (Allocation allocation : allocations) {
            switch (planner.plan(allocation, checkpoint.claims(), library)) {
                case Plan.Accepted accepted -> checkpoint = checkpoint.with(accepted.claim());
                case Plan.Refused refused ->
                    LOG.warnf("Claim %s is not taken up: %s", allocation.claim(), refused.problems());
            }
        }
        if (file.read() instanceof Stored.Unreadable) {
            LOG.warnf("The unreadable checkpoint is kept as %s", file.setAside());
        }
        file.write(checkpoint);
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
