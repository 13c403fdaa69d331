package io.aliquot.node.files;

import io.aliquot.node.files.ShareRules.ComputePolicy;
import io.aliquot.node.state.PreparedDevice;

/** The limits file of one device, in the syntax of {@code native-interposer/include/aliquot_limits.h}. */
public final class LimitsText {
    private LimitsText() {}

    public static String of(PreparedDevice device, ShareRules rules) {
        StringBuilder text = new StringBuilder("""
                version=1
                uuid=%s
                memory=%d
                region=%s
                cores=%d
                """.formatted(
                        device.uuid(),
                        device.taken().memory(),
                        ContainerPaths.region(device),
                        Math.min(100, device.taken().cores())));
        rules.contextBytes()
                .ifPresent(bytes -> text.append("context=").append(bytes).append('\n'));
        if (rules.highPriority()) {
            text.append("priority=high\n");
        }
        if (rules.policy() == ComputePolicy.SOFT) {
            text.append("policy=soft\n");
        }
        return text.toString();
    }
}
