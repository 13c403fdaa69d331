package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.Sha256;
import java.util.HashSet;
import java.util.Set;

/** Names for the pod's resource claims: DNS labels, unique in the pod beside those that the user wrote. */
final class PodClaimNames {
    private static final int MAX_LENGTH = 63;
    private static final int HASH_LENGTH = 8;

    private final Set<String> used = new HashSet<>();
    private final GeneratedNames generated;

    PodClaimNames(JsonNode pod) {
        generated = new GeneratedNames(pod);
        pod.path("spec")
                .path("resourceClaims")
                .forEach(claim -> used.add(claim.path("name").asText("")));
    }

    /** {@code wanted}, cut to a DNS label, or with {@code -2}, {@code -3} … behind it when it is used already. */
    String next(String wanted) {
        String name = fitting(wanted, "");
        for (int n = 2; !used.add(name); n++) {
            name = fitting(wanted, "-" + n);
        }
        return name;
    }

    /** The longest name of which Kubernetes can make the name of a claim; else one of some other length. */
    private String fitting(String wanted, String suffix) {
        int longest = MAX_LENGTH - suffix.length();
        for (int length = longest; length > HASH_LENGTH + 1; length--) {
            String name = cut(wanted, length) + suffix;
            if (generated.accept(name)) {
                return name;
            }
        }
        for (int length = HASH_LENGTH; length <= MAX_LENGTH / 2; length++) {
            String name = "gpu-" + Sha256.hex(wanted).substring(0, length) + suffix;
            if (generated.accept(name)) {
                return name;
            }
        }
        return cut(wanted, longest) + suffix;
    }

    private static String cut(String name, int length) {
        if (name.length() <= length) {
            return name;
        }
        String hash = Sha256.hex(name).substring(0, HASH_LENGTH);
        return name.substring(0, length - HASH_LENGTH - 1) + "-" + hash;
    }
}
