package io.aliquot.node.prepare;

import io.aliquot.node.cdi.ClaimSpecs;
import io.aliquot.node.files.ClaimFiles;
import io.aliquot.node.files.Library;
import io.aliquot.node.state.PreparedClaim;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;

/** Everything on the host that belongs to claims: limits, regions, CDI specs, library. */
public record HostState(ClaimFiles files, ClaimSpecs specs, Library library) {
    /** Makes what is missing. The CDI spec comes last: with it, containers can start. */
    public void ensure(PreparedClaim claim) throws IOException {
        files.ensure(claim);
        specs.ensure(claim);
    }

    public void remove(String uid) throws IOException {
        specs.remove(uid);
        files.remove(uid);
    }

    /** The uids of claims that have left anything here. */
    public Set<String> uids() throws IOException {
        Set<String> uids = new TreeSet<>(files.uids());
        uids.addAll(specs.uids());
        return uids;
    }
}
