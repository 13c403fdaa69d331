package io.aliquot.node.checkpoint;

import io.aliquot.node.state.PreparedClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The claims that this node has prepared. */
public record Checkpoint(List<PreparedClaim> claims) {
    public static final Checkpoint EMPTY = new Checkpoint(List.of());

    public Optional<PreparedClaim> find(String uid) {
        return claims.stream().filter(claim -> claim.claim().uid().equals(uid)).findFirst();
    }

    /** With {@code claim} in the place of the one with its uid, if there is one. */
    public Checkpoint with(PreparedClaim claim) {
        List<PreparedClaim> next = new ArrayList<>(without(claim.claim().uid()).claims);
        next.add(claim);
        return new Checkpoint(List.copyOf(next));
    }

    public Checkpoint without(String uid) {
        return new Checkpoint(claims.stream()
                .filter(claim -> !claim.claim().uid().equals(uid))
                .toList());
    }
}
