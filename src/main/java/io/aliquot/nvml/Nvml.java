package io.aliquot.nvml;

import java.util.List;

/** What the driver asks of the vendor's management library. */
public interface Nvml {
    /** All cards. */
    GpuCards cards() throws NvmlException;

    /** Every process that has the card open, with the pids of this process's pid namespace and below. */
    List<GpuProcess> processes(String uuid) throws NvmlException;

    GpuLoad load(String uuid) throws NvmlException;
}
