package io.aliquot.node.prepare;

import io.aliquot.node.cdi.ClaimSpecs;
import io.aliquot.node.files.ClaimFiles;
import io.aliquot.node.files.Library;
import io.aliquot.node.state.PreparedClaim;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/** Everything on the host that belongs to claims: limits, regions, CDI specs, library. */
public record HostState(ClaimFiles files, ClaimSpecs specs, Library library) {
    /**
     * With the library it was prepared with, unless someone has removed that.
     *
     * @param current what this driver installs; that may be gone too: a driver that started beside this one found no claim
     *     that used it
     */
    PreparedClaim withLibrary(PreparedClaim claim, String current) throws IOException {
        if (library.has(claim.library())) {
            return claim;
        }
        library.restore(current);
        return claim.withLibrary(current);
    }

    /** Whether containers of all {@code claims} can start: with everything that is mounted. */
    boolean hasAll(Collection<PreparedClaim> claims) throws IOException {
        Set<String> uids = Set.copyOf(specs.uids());
        return claims.stream()
                .allMatch(claim ->
                        uids.contains(claim.claim().uid()) && library.has(claim.library()) && files.has(claim));
    }

    /** Makes what all claims share. */
    void create() throws IOException {
        files.create();
        if (!library.isInstalled()) {
            library.reinstall();
        }
    }

    /** Makes what is missing. The CDI spec comes last: with it, containers can start. */
    public void ensure(PreparedClaim claim) throws IOException {
        if (claim.limited()) {
            library.share(claim.library());
        }
        files.ensure(claim);
        specs.ensure(claim);
    }

    public void remove(String uid) throws IOException {
        specs.remove(uid);
        files.remove(uid);
    }

    /** Removes what killed drivers have not finished. */
    public void sweep(Instant now) throws IOException {
        library.sweep(now);
        specs.sweep(now);
        files.sweep(now);
    }

    /** The uids of claims that have left anything here. */
    public Set<String> uids() throws IOException {
        Set<String> uids = new TreeSet<>(files.uids());
        uids.addAll(specs.uids());
        return uids;
    }
}
