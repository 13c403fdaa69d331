package io.aliquot.node.inventory;

import io.aliquot.node.state.OfferedCard;
import io.aliquot.nvml.GpuCard;

/** A card that can be given to containers. */
public record UsableCard(GpuCard card, Place place, OfferedCard offer) {}
