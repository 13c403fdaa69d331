package io.aliquot.cli.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Bytes that claim to be a manifest, as text. */
final class StreamText {
    /** More than any cluster's whole content as YAML; what is bigger was not meant. */
    static final int MAX_BYTES = 64 << 20;

    private static final byte[] UTF_8_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final byte[] UTF_16LE_MARK = {(byte) 0xFF, (byte) 0xFE};
    private static final byte[] UTF_16BE_MARK = {(byte) 0xFE, (byte) 0xFF};

    private StreamText() {}

    static String read(InputStream stream) throws IOException, Unreadable {
        byte[] bytes = stream.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new Unreadable(0, "is bigger than " + (MAX_BYTES >> 20) + " MiB; split it");
        }
        if (starts(bytes, UTF_16LE_MARK)) {
            return decode(bytes, 2, StandardCharsets.UTF_16LE);
        }
        if (starts(bytes, UTF_16BE_MARK)) {
            return decode(bytes, 2, StandardCharsets.UTF_16BE);
        }
        return decode(bytes, starts(bytes, UTF_8_MARK) ? 3 : 0, StandardCharsets.UTF_8);
    }

    private static String decode(byte[] bytes, int from, Charset charset) throws Unreadable {
        try {
            String text = charset.newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, bytes.length - from))
                    .toString();
            if (text.indexOf('\0') >= 0) {
                throw new Unreadable(0, "is a binary file; give YAML or JSON");
            }
            return text;
        } catch (CharacterCodingException e) {
            throw new Unreadable(0, "is not " + charset + " text; give YAML or JSON");
        }
    }

    private static boolean starts(byte[] bytes, byte[] mark) {
        if (bytes.length < mark.length) {
            return false;
        }
        for (int i = 0; i < mark.length; i++) {
            if (bytes[i] != mark[i]) {
                return false;
            }
        }
        return true;
    }
}
