package io.aliquot.model;

/**
 * How the numbers of one vendor are read.
 *
 * @param memory unit of the memory resource
 * @param suffixedBytes whether a binary suffix on the memory resource (2048Mi) means bytes; refused otherwise
 * @param coresPerCard how many units of the cores resource are one card: 100 for percent, 16 for sixteenths
 * @param count the number of cards when the manifest does not give one
 */
public record Units(MemoryUnit memory, boolean suffixedBytes, int coresPerCard, CountSource count) {}
