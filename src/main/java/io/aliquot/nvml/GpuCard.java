package io.aliquot.nvml;

/**
 * A physical card.
 *
 * @param minor number of its device node
 * @param memory bytes, all of it
 * @param busId PCI address as the kernel writes it, {@code 0000:17:00.0}
 * @param computeCapability {@code major.minor}
 * @param driverVersion as the driver says it, {@code 580.65.06}
 * @param cudaVersion {@code major.minor} of the newest CUDA that the driver serves
 * @param mig whether the card is split by MIG, so that nobody can use it as a whole
 * @param trouble why it must not be given out any more, empty when it is well
 */
public record GpuCard(
        int minor,
        String uuid,
        String name,
        long memory,
        String busId,
        String computeCapability,
        String driverVersion,
        String cudaVersion,
        boolean mig,
        String trouble) {
    public GpuCard withTrouble(String other) {
        return new GpuCard(minor, uuid, name, memory, busId, computeCapability, driverVersion, cudaVersion, mig, other);
    }
}
