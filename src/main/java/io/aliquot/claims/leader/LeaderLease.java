package io.aliquot.claims.leader;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/** A Lease that may lie there empty, as an installation makes it: then nobody leads. */
final class LeaderLease extends LeaseLock {
    private static final ZonedDateTime NEVER = Instant.EPOCH.atZone(ZoneOffset.UTC);

    LeaderLease(String namespace, String name, String identity) {
        super(namespace, name, identity);
    }

    @Override
    protected LeaderElectionRecord toRecord(Lease lease) {
        return lease.getSpec() == null || lease.getSpec().getLeaseDurationSeconds() == null
                ? new LeaderElectionRecord("", Duration.ofSeconds(1), NEVER, NEVER, 0)
                : super.toRecord(lease);
    }
}
