package io.aliquot.node.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.node.files.HostFolders;
import io.aliquot.node.state.Amount;
import io.aliquot.node.state.ClaimId;
import io.aliquot.node.state.PodName;
import io.aliquot.node.state.PreparedClaim;
import io.aliquot.node.state.PreparedDevice;
import io.aliquot.node.state.Treatment;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegionsTest {
    @TempDir
    Path root;

    private final Share share = Shares.share("a", 100);
    private Path file;
    private Regions regions;

    @BeforeEach
    void start() throws IOException {
        HostFolders folders = new HostFolders(root);
        file = folders.region("a", share.device());
        Files.createDirectories(folders.claim("a"));
        regions = new Regions(folders);
    }

    private long sizeAfterReading(long before) throws IOException {
        try (RandomAccessFile region = new RandomAccessFile(file.toFile(), "rw")) {
            region.setLength(before);
            region.writeLong(7);
        }
        assertEquals(List.of(share), regions.read(List.of(share.claim())));
        return Files.size(file);
    }

    @Test
    void whatATenantWritesBeyondTheLayoutIsCutOffTheDisk() throws IOException {
        assertEquals(RegionReader.SIZE, sizeAfterReading(1L << 40));
        assertEquals(RegionReader.SIZE, sizeAfterReading(RegionReader.SIZE + 1));
    }

    @Test
    void nothingElseIsTouched() throws IOException {
        assertEquals(RegionReader.SIZE, sizeAfterReading(RegionReader.SIZE));
        assertEquals(100, sizeAfterReading(100));
        assertEquals(7, Files.readAllBytes(file)[7]);
    }

    @Test
    void whetherAShareIsSoftIsInItsLimits() throws IOException {
        assertFalse(regions.read(List.of(share.claim())).getFirst().soft());
        Files.writeString(file.resolveSibling("a-g0.limits"), "cores=30\npolicy=soft\n");
        assertTrue(regions.read(List.of(share.claim())).getFirst().soft());
    }

    @Test
    void aCardThatThePodHasAsAWholeIsNoLossOfALimit() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(RegionReader.SIZE).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(0, RegionReader.MAGIC).putInt(8, RegionReader.VERSION).putInt(56, 0x8 | 0x2);
        Files.write(file, bytes.array());
        PreparedClaim own = share.claim().withPods(List.of(new PodName("team", "pod", "p")));
        assertEquals(0xa, regions.read(List.of(own)).getFirst().region().flags());
        PreparedDevice whole = new PreparedDevice(
                "b-g0",
                "g0",
                "n1",
                "gpu-1",
                Optional.empty(),
                "GPU-2",
                "nvidia.com/gpu=GPU-2",
                Amount.NONE,
                Treatment.ADMIN);
        PreparedClaim other =
                new PreparedClaim(new ClaimId("team", "b", "b"), own.pods(), "libaliquot.so", List.of(whole));
        assertEquals(0x2, regions.read(List.of(own, other)).getFirst().region().flags());
        PreparedClaim stranger = other.withPods(List.of(new PodName("team", "other", "q")));
        assertEquals(
                0xa, regions.read(List.of(own, stranger)).getFirst().region().flags());
    }

    @Test
    void aTenantThatHasALeaseOfItsRegionKeepsNobodyWaiting() throws IOException {
        Files.write(file, new byte[RegionReader.SIZE]);
        try (Lease lease = new Lease(file)) {
            assertTrue(lease.granted());
            assertTimeoutPreemptively(
                    Duration.ofSeconds(20), () -> assertEquals(List.of(share), regions.read(List.of(share.claim()))));
        }
    }

    @Test
    void aShareWhoseRegionCannotBeReadIsAShare() {
        assertEquals(List.of(share), regions.read(List.of(share.claim())));
    }
}
