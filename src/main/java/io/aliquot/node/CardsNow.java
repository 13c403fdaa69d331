package io.aliquot.node;

import io.aliquot.node.inventory.Inventory;
import io.aliquot.nvml.Nvml;
import java.util.Optional;

/**
 * The cards as last seen, and the library to ask about them.
 *
 * @param looks how often they were looked at
 */
public record CardsNow(Optional<Nvml> nvml, Inventory inventory, long looks) {}
