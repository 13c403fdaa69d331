package io.aliquot.model;

import java.util.List;

/**
 * The whole configuration of the rewriting. Valid by construction of its reader: no name stands in two entries.
 *
 * @param vendors one entry per kind of card
 * @param pods rules for whole pods
 * @param hash short hash of the configuration's content, kept on rewritten pods
 */
public record Mapping(List<VendorMapping> vendors, PodRules pods, String hash) {
    public Mapping {
        vendors = List.copyOf(vendors);
    }
}
