package io.aliquot.node.state;

/** A ResourceClaim. Two claims of one name are different claims when their uids differ. */
public record ClaimId(String namespace, String name, String uid) {
    @Override
    public String toString() {
        return namespace + "/" + name + " (uid " + uid + ")";
    }
}
