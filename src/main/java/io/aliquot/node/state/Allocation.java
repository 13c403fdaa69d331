package io.aliquot.node.state;

import java.util.List;

/** What the scheduler gave to a claim on this node, as the API server says it. */
public record Allocation(ClaimId claim, List<PodName> pods, List<AllocatedDevice> devices) {}
