package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.Sha256;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
        Stream<String> shorter = IntStream.iterate(longest, length -> length > HASH_LENGTH + 1, length -> length - 1)
                .mapToObj(length -> cut(wanted, length));
        Stream<String> hashed = IntStream.rangeClosed(HASH_LENGTH, MAX_LENGTH / 2)
                .mapToObj(length -> "gpu-" + Sha256.hex(wanted).substring(0, length));
        return Stream.concat(shorter, hashed)
                .map(name -> name + suffix)
                .filter(generated::accept)
                .findFirst()
                .orElse(cut(wanted, longest) + suffix);
    }

    private static String cut(String name, int length) {
        if (name.length() <= length) {
            return name;
        }
        String hash = Sha256.hex(name).substring(0, HASH_LENGTH);
        return name.substring(0, length - HASH_LENGTH - 1) + "-" + hash;
    }
}
