package io.aliquot.model;

import java.util.List;
import java.util.Set;

/**
 * What holds for whole pods, whatever the vendor.
 *
 * @param legacySchedulers schedulers of the old system; a pod that names one gets {@code default-scheduler}
 * @param draSchedulers other schedulers that allocate claims; pods of any further scheduler are left alone
 * @param allowPrivileged whether a pod with a share may have privileged containers, which see every card
 * @param hideCards whether containers without a share get {@code NVIDIA_VISIBLE_DEVICES=void}
 * @param cardsInOneRequest whether several cards are one request with a count instead of one request each; schedulers
 *     before 1.36 may give one card twice then
 * @param unsupportedAnnotations annotations of the old system that have no DRA form; each is warned about
 * @param ignoreLabels labels whose value {@code ignore} opts a pod out
 */
public record PodRules(
        Set<String> legacySchedulers,
        Set<String> draSchedulers,
        boolean allowPrivileged,
        boolean hideCards,
        boolean cardsInOneRequest,
        List<String> unsupportedAnnotations,
        List<String> ignoreLabels) {
    public PodRules {
        legacySchedulers = Set.copyOf(legacySchedulers);
        draSchedulers = Set.copyOf(draSchedulers);
        unsupportedAnnotations = List.copyOf(unsupportedAnnotations);
        ignoreLabels = List.copyOf(ignoreLabels);
    }
}
