package io.aliquot.nvml;

import java.util.List;

/**
 * The cards of a node.
 *
 * @param cards those that answer or did once, in the library's order
 * @param silent of each other one, why nothing is known of it
 */
public record GpuCards(List<GpuCard> cards, List<String> silent) {}
