package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.Sha256;
import java.util.Set;
import java.util.stream.IntStream;

/** Names made from content: equal pods share a template, and a retry finds what the first try left. */
final class TemplateName {
    private static final int DIGITS = 16;

    private TemplateName() {}

    /**
     * The first of the four names that {@code spec}'s SHA-256 gives which is not taken by something else. When all four
     * are, the first again: the writer of templates has then to give up.
     */
    static String of(JsonNode spec, Set<String> taken) {
        String digest = Sha256.hex(CanonicalJson.of(spec));
        return IntStream.range(0, digest.length() / DIGITS)
                .mapToObj(i -> Template.NAME_PREFIX + digest.substring(i * DIGITS, (i + 1) * DIGITS))
                .filter(name -> !taken.contains(name))
                .findFirst()
                .orElse(Template.NAME_PREFIX + digest.substring(0, DIGITS));
    }
}
