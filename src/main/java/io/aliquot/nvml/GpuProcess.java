package io.aliquot.nvml;

/** A process on a card. Bytes are 0 where the driver cannot tell. */
public record GpuProcess(int pid, long bytes) {}
