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

    /** One card of each size, in MiB, for every driver. */
    public List<Card> cardsOfSizes(List<Long> sizesMib) {
        return vendors.stream()
                .map(vendor -> vendor.backend().driver())
                .distinct()
                .flatMap(driver -> sizesMib.stream().map(mib -> Card.ofSize(driver, mib)))
                .toList();
    }
}
