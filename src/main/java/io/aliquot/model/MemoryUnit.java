package io.aliquot.model;

/** What the number 1 of a vendor's memory resource means. */
public sealed interface MemoryUnit {
    /** Blocks of {@code mib} MiB: 1 for MiB, 1024 for GiB, 256 for Tencent, 512 for Moore Threads. */
    record Blocks(long mib) implements MemoryUnit {}

    /** Plain bytes, rounded up to the next MiB. */
    record Bytes() implements MemoryUnit {}
}
