package io.aliquot.claims.quota;

import java.util.List;

/**
 * What the quotas of a namespace say about a pod.
 *
 * @param exceeded one sentence for each quota that the pod would exceed, in Kubernetes' own words
 * @param warnings what could not be judged
 */
public record QuotaVerdict(List<String> exceeded, List<String> warnings) {
    /** Nothing stands against the pod. */
    public static final QuotaVerdict FINE = new QuotaVerdict(List.of(), List.of());

    public QuotaVerdict {
        exceeded = List.copyOf(exceeded);
        warnings = List.copyOf(warnings);
    }
}
