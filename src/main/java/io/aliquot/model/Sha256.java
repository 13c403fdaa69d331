package io.aliquot.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names and checksums made from content. */
public final class Sha256 {
    private Sha256() {}

    /** The 32 bytes of the digest. */
    public static byte[] of(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The digest of a text in UTF-8. */
    public static byte[] of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The digest of a text in UTF-8 as 64 lower-case hex digits. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(of(text));
    }
}
