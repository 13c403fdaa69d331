package io.aliquot.node.prepare;

import io.aliquot.node.state.PreparedClaim;

/** The answer to one claim of a prepare call. */
public sealed interface Preparation {
    record Ready(PreparedClaim claim) implements Preparation {}

    /** Nothing was changed; the kubelet shows {@code why} in an event of the pod and tries again. */
    record Failed(String why) implements Preparation {}
}
