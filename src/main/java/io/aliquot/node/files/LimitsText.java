package io.aliquot.node.files;

import io.aliquot.node.files.ShareRules.ComputePolicy;
import io.aliquot.node.state.PreparedDevice;
import java.util.regex.Pattern;

/** The limits file of one device, in the syntax of {@code native-interposer/include/aliquot_limits.h}. */
public final class LimitsText {
    private static final String SOFT = "policy=soft\n";
    private static final Pattern RULES = Pattern.compile("(context=[0-9]+\n)?(priority=high\n)?(" + SOFT + ")?");

    private LimitsText() {}

    public static String of(PreparedDevice device, ShareRules rules) {
        StringBuilder text = new StringBuilder(numbers(device));
        rules.contextBytes()
                .ifPresent(bytes -> text.append("context=").append(bytes).append('\n'));
        if (rules.highPriority()) {
            text.append("priority=high\n");
        }
        if (rules.policy() == ComputePolicy.SOFT) {
            text.append(SOFT);
        }
        return text.toString();
    }

    /** What is the device's own, and stands before the rules. Numbers are written as in no language. */
    private static String numbers(PreparedDevice device) {
        return """
                version=1
                uuid=%s
                memory=%s
                region=%s
                cores=%s
                """.formatted(
                        device.uuid(),
                        device.taken().memory(),
                        ContainerPaths.region(device),
                        Math.min(100, device.taken().cores()));
    }

    /** Whether {@code text} is what some rules made of {@code device}. */
    static boolean isOf(PreparedDevice device, String text) {
        String numbers = numbers(device);
        return text.startsWith(numbers)
                && RULES.matcher(text.substring(numbers.length())).matches();
    }

    /** Whether {@code text} lets a share use more than its part of the time. */
    public static boolean isSoft(String text) {
        return text.endsWith("\n" + SOFT);
    }
}
