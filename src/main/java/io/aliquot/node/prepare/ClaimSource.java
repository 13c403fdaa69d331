package io.aliquot.node.prepare;

import io.aliquot.node.state.Allocation;
import io.aliquot.node.state.ClaimId;
import java.io.IOException;
import java.util.List;

/** The API server's word about claims. */
public interface ClaimSource {
    /**
     * The allocation of a claim, with only this driver's devices.
     *
     * @throws ClaimUnusable when there is no such claim, it has another uid, or it is not allocated to a pod
     * @throws IOException when the API server does not answer
     */
    Allocation read(ClaimId claim) throws IOException, ClaimUnusable;

    /** All claims that have a device of this node. */
    List<Allocation> allocatedHere() throws IOException;
}
