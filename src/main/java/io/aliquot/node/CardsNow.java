package io.aliquot.node;

import io.aliquot.node.inventory.Inventory;
import io.aliquot.nvml.Nvml;
import java.util.Optional;

/** The cards as last seen, and the library to ask about them. */
public record CardsNow(Optional<Nvml> nvml, Inventory inventory) {}
