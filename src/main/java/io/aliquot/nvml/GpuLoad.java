package io.aliquot.nvml;

/** How busy a card is: bytes in use, and percent of time that a kernel ran. */
public record GpuLoad(long memoryUsed, int utilization) {}
