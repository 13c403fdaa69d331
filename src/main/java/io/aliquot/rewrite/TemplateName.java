package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.stream.IntStream;

/** Names made from content: equal pods share a template, and a retry finds what the first try left. */
final class TemplateName {
    static final String PREFIX = "aliquot-";
    private static final int DIGITS = 16;

    private TemplateName() {}

    /**
     * The first of the four names that {@code spec}'s SHA-256 gives which is not taken by something else. When all four
     * are, the first again: the writer of templates has then to give up.
     */
    static String of(JsonNode spec, Set<String> taken) {
        String digest = sha256(CanonicalJson.of(spec));
        return IntStream.range(0, digest.length() / DIGITS)
                .mapToObj(i -> PREFIX + digest.substring(i * DIGITS, (i + 1) * DIGITS))
                .filter(name -> !taken.contains(name))
                .findFirst()
                .orElse(PREFIX + digest.substring(0, DIGITS));
    }

    /** SHA-256 of a text in lower-case hex. */
    static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
