package io.aliquot.node;

import io.aliquot.node.files.ShareRules;
import io.aliquot.nvml.DriverRoot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a driver runs.
 *
 * @param node name of the node, also that of its pool
 * @param podUid present where two drivers may run side by side during an update
 * @param kubeletRoot the kubelet's {@code --root-dir}
 * @param stateFolder on the host, under the same path in the driver's container
 * @param cdiFolder where the driver writes CDI specs
 * @param vendorCdiFolders where the vendor's specs are
 * @param driverRoot where the vendor's driver is
 * @param nvml its management library, below that root; looked for when empty
 * @param library the interposer to install
 * @param splitCount how many shares that say nothing else one card has room for
 * @param rules what holds for every share, beside its numbers
 * @param port of health and metrics
 * @param sys where sysfs is mounted
 * @param refresh how often cards are looked at
 * @param countName what a device plugin calls cards
 * @param coexist offer cards even where another driver offers them too
 */
public record NodeOptions(
        String driver,
        String node,
        Optional<String> podUid,
        Path kubeletRoot,
        Path stateFolder,
        Path cdiFolder,
        List<Path> vendorCdiFolders,
        String vendorKind,
        DriverRoot driverRoot,
        Optional<Path> nvml,
        Path library,
        int splitCount,
        ShareRules rules,
        int port,
        Path sys,
        Duration refresh,
        String countName,
        boolean coexist) {}
