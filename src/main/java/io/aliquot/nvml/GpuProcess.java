package io.aliquot.nvml;

/**
 * A process on a card.
 *
 * @param bytes 0 where the driver cannot tell
 * @param busy percent of the card's time in which its kernels ran a moment ago; 0 where the driver cannot tell
 */
public record GpuProcess(int pid, long bytes, int busy) {}
