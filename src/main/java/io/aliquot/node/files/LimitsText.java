package io.aliquot.node.files;

import io.aliquot.node.state.PreparedDevice;

/** The limits file of one device, in the syntax of {@code native-interposer/include/aliquot_limits.h}. */
public final class LimitsText {
    private LimitsText() {}

    public static String of(PreparedDevice device) {
        return """
                version=1
                uuid=%s
                memory=%d
                region=%s
                cores=%d
                """.formatted(
                        device.uuid(),
                        device.taken().memory(),
                        ContainerPaths.region(device),
                        Math.min(100, device.taken().cores()));
    }
}
