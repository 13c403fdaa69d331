package io.aliquot.node.slice;

import java.util.Map;

/** The vendor's names of its architectures, by compute capability. */
final class Architecture {
    private static final Map<String, String> BY_MAJOR = Map.of(
            "5",
            "Maxwell",
            "6",
            "Pascal",
            "7",
            "Volta",
            "8",
            "Ampere",
            "9",
            "Hopper",
            "10",
            "Blackwell",
            "12",
            "Blackwell");

    private Architecture() {}

    /** @param capability {@code major.minor} */
    static String of(String capability) {
        return switch (capability) {
            case "7.5" -> "Turing";
            case "8.9" -> "Ada Lovelace";
            default -> BY_MAJOR.getOrDefault(capability.substring(0, Math.max(0, capability.indexOf('.'))), "Unknown");
        };
    }
}
