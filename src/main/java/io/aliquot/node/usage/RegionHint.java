package io.aliquot.node.usage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The part of a region that goes the other way, in the layout of {@code native-interposer/include/aliquot_region.h}.
 * Nothing is written to a file that the processes of the share have not set up, or have cut.
 */
final class RegionHint implements Closeable {
    private static final int HEAD = 144;
    private static final int STAMP_AT = 64;
    private static final int ANSWERS_AT = 72;
    private static final int HIGH_AT = 100;
    private static final int CHARGED_AT = 136;

    private final FileChannel channel;
    private final ByteBuffer head;

    private RegionHint(FileChannel channel, ByteBuffer head) {
        this.channel = channel;
        this.head = head;
    }

    static RegionHint open(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try {
            ByteBuffer head = buffer(HEAD);
            while (head.hasRemaining() && channel.read(head, head.position()) > 0) {}
            return new RegionHint(channel, head);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    boolean usable() throws IOException {
        return !head.hasRemaining()
                && head.getLong(0) == RegionReader.MAGIC
                && head.getInt(8) == RegionReader.VERSION
                && channel.size() == RegionReader.SIZE;
    }

    /** Nanoseconds of GPU time charged to the share, ever. */
    long charged() {
        return head.getLong(CHARGED_AT);
    }

    boolean asksForHigh() {
        return head.getInt(HIGH_AT) == 1;
    }

    /** The answers first: a reader takes them for true by the stamp. */
    void write(Hint hint, long now) throws IOException {
        ByteBuffer answers = buffer(8)
                .putInt(hint.deviceIdle() ? 1 : 0)
                .putInt(hint.higherPriorityActive() ? 1 : 0)
                .flip();
        put(answers, ANSWERS_AT);
        put(buffer(8).putLong(now).flip(), STAMP_AT);
    }

    private void put(ByteBuffer bytes, long at) throws IOException {
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
