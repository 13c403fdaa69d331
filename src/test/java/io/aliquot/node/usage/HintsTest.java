package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.aliquot.node.files.HostFolders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds over two shares of one card, of which one asks for high priority. */
class HintsTest {
    private static final long MS = 1_000_000;

    @TempDir
    Path folder;

    private final List<RegionHint> opened = new ArrayList<>();
    private final List<Share> shares = new ArrayList<>();
    private final Set<String> busy = new HashSet<>();
    private final Set<String> cards = new HashSet<>();

    private Hints hints(boolean highPriority) {
        return new Hints(new HostFolders(folder), highPriority, () -> new Work(shares, busy, cards), file -> {
            RegionHint region = RegionHint.open(file);
            opened.add(region);
            return region;
        });
    }

    /** A share whose region is set up; gives the file. */
    private Path share(String uid, boolean high, int size) throws IOException {
        Share share = Shares.share(uid, 1);
        shares.add(share);
        ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(0, RegionReader.MAGIC).putInt(8, RegionReader.VERSION).putInt(100, high ? 1 : 0);
        Path file = new HostFolders(folder).region(uid, share.device());
        Files.createDirectories(folder.resolve("claims").resolve(uid));
        return Files.write(file, bytes.array());
    }

    private static void charge(Path file, long total) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        Files.write(file, bytes.putLong(136, total).array());
    }

    /** Stamp, idle, higher. */
    private static String hint(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file), 64, 16).order(ByteOrder.LITTLE_ENDIAN);
        return bytes.getLong() / MS + " " + bytes.getInt() + " " + bytes.getInt();
    }

    @Test
    void aLowShareIsToldOfWorkOfHighPriorityForAsLongAsThereIsSome() throws IOException {
        Path high = share("high", true, RegionReader.SIZE);
        Path low = share("low", false, RegionReader.SIZE);
        Hints hints = hints(true);
        hints.round(100 * MS);
        assertEquals("100 1 0", hint(low));
        charge(high, 5);
        hints.round(200 * MS);
        assertEquals("200 0 1", hint(low));
        assertEquals("200 1 0", hint(high));
        hints.round(400 * MS);
        assertEquals("400 0 1", hint(low));
        hints.round(500 * MS);
        assertEquals("500 1 0", hint(low));
    }

    @Test
    void whereNobodyMayHaveHighPriorityItIsOrdinaryWork() throws IOException {
        Path high = share("high", true, RegionReader.SIZE);
        Path low = share("low", false, RegionReader.SIZE);
        Hints hints = hints(false);
        hints.round(100 * MS);
        charge(high, 5);
        hints.round(200 * MS);
        assertEquals("200 0 0", hint(low));
    }

    @Test
    void workThatIsChargedToNobodyIsKnownByTheCard() throws IOException {
        Path soft = share("soft", false, RegionReader.SIZE);
        Path free = share("free", false, RegionReader.SIZE);
        Hints hints = hints(true);
        busy.add("free-g0");
        hints.round(100 * MS);
        assertEquals("100 0 0", hint(soft));
        assertEquals("100 1 0", hint(free));
        busy.clear();
        cards.add("GPU-1");
        hints.round(200 * MS);
        assertEquals("200 0 0", hint(soft));
        assertEquals("200 0 0", hint(free));
    }

    @Test
    void eachRegionIsOpenedOnceInARoundAndClosedAtItsEnd() throws IOException {
        Path good = share("a", false, RegionReader.SIZE);
        Path cut = share("b", false, 200);
        hints(true).round(100 * MS);
        assertEquals(2, opened.size());
        for (RegionHint region : opened) {
            assertThrows(ClosedChannelException.class, region::usable);
        }
        assertEquals("100 1 0", hint(good));
        assertEquals("0 0 0", hint(cut));
    }

    @Test
    void aShareThatHasGoneHoldsUpNobody() throws IOException {
        Path gone = share("a", false, RegionReader.SIZE);
        Path left = share("b", false, RegionReader.SIZE);
        Files.delete(gone);
        hints(true).round(100 * MS);
        assertEquals("100 1 0", hint(left));
    }
}
