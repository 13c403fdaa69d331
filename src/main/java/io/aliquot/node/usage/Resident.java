package io.aliquot.node.usage;

import io.aliquot.nvml.GpuProcess;

/** A living process on a card, and how a region would name it. */
record Resident(GpuProcess process, ProcessKey key) {}
