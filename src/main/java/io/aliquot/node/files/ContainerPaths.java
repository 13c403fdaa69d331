package io.aliquot.node.files;

import io.aliquot.node.state.PreparedDevice;

/** Where a container finds what the driver gives it.. */
public final class ContainerPaths {
    public static final String LIBRARY = "/usr/lib/aliquot/libaliquot.so";
    public static final String PRELOAD = "/etc/ld.so.preload";

    private ContainerPaths() {}

    public static String limits(PreparedDevice device) {
        return "/etc/aliquot/limits.d/" + device.name();
    }

    public static String region(PreparedDevice device) {
        return "/etc/aliquot/regions/" + device.name();
    }
}
