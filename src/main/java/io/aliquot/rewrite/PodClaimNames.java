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

    PodClaimNames(JsonNode pod) {
        pod.path("spec")
                .path("resourceClaims")
                .forEach(claim -> used.add(claim.path("name").asText("")));
    }

    /** {@code wanted}, cut to a DNS label, or with {@code -2}, {@code -3} … behind it when it is used already. */
    String next(String wanted) {
        String name = cut(wanted, MAX_LENGTH);
        for (int n = 2; !used.add(name); n++) {
            String suffix = "-" + n;
            name = cut(wanted, MAX_LENGTH - suffix.length()) + suffix;
        }
        return name;
    }

    private static String cut(String name, int length) {
        if (name.length() <= length) {
            return name;
        }
        String hash = Sha256.hex(name).substring(0, HASH_LENGTH);
        return name.substring(0, length - HASH_LENGTH - 1) + "-" + hash;
    }
}
