package io.aliquot.node.prepare;

import static io.aliquot.node.Latches.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.node.state.Cards;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecoveryTest extends OneDriver {
    private static final String NEWER = "{\"version\": 7, \"claims\": [\"unheard of\"]}";

    private Recovery recovery;

    @BeforeEach
    void watch() {
        recovery = host.recovery(api, lock);
    }

    private Preparation prepare(String uid) {
        return prepare(uid, PART, false);
    }

    private String failure(String uid) {
        return ((Preparation.Failed) prepare(uid)).why();
    }

    private List<String> prepared() throws IOException {
        return claims.current().claims().stream()
                .map(claim -> claim.claim().uid())
                .toList();
    }

    private void recover() throws IOException {
        claims = host.start(api, lock);
    }

    @Test
    void aNewNodeAndOneInOrderNeedNone() throws IOException {
        assertFalse(recovery.isNeeded(false));
        prepare("1a");
        assertFalse(recovery.isNeeded(false));
    }

    @Test
    void aCheckpointThatIsDeletedUnderARunningDriverTakesNoClaimWithIt() throws IOException {
        prepare("1a");
        Files.delete(host.checkpoint);
        assertTrue(failure("2b").contains("the checkpoint is gone; the driver rebuilds it"), failure("2b"));
        assertThrows(IOException.class, () -> claims.unprepare("1a", () -> false));
        assertTrue(recovery.isNeeded(false));
        recover();
        assertEquals(List.of("1a"), prepared());
        claims.unprepare("1a", () -> false);
        assertEquals(List.of(), host.claimFiles());
    }

    private void assertRebuilt(String checkpoint, boolean newest) throws IOException {
        prepare("1a");
        Files.writeString(host.checkpoint, checkpoint);
        assertTrue(recovery.isNeeded(newest));
        recover();
        assertEquals(List.of("1a"), prepared());
    }

    @Test
    void aCheckpointThatIsDamagedUnderARunningDriverIsRebuilt() throws IOException {
        assertRebuilt("{", false);
    }

    @Test
    void aRunningDriverLeavesTheCheckpointOfANewerOneAlone() throws IOException {
        prepare("1a");
        Files.writeString(host.checkpoint, NEWER);
        assertFalse(recovery.isNeeded(false));
        assertTrue(failure("2b").contains("a newer driver has taken over"), failure("2b"));
        assertEquals(NEWER, Files.readString(host.checkpoint));
    }

    @Test
    void whenTheNewerDriverWasTakenBackTheOldOneGoesOn() throws IOException {
        assertRebuilt(NEWER, true);
    }

    @Test
    void aLostCdiSpecOrLibraryIsPutBackUnderARunningDriver() throws IOException {
        prepare("1a");
        String spec = Files.readString(host.specOf("1a"));
        Files.delete(host.specOf("1a"));
        assertTrue(recovery.isNeeded(false));
        recover();
        assertEquals(spec, Files.readString(host.specOf("1a")));
        try (Stream<Path> libraries = Files.list(host.folders.libraries())) {
            for (Path one : libraries.toList()) {
                Files.delete(one);
            }
        }
        assertTrue(recovery.isNeeded(false));
        recover();
        assertFalse(recovery.isNeeded(false));
        assertTrue(Files.exists(host.folders.preload()));
    }

    @Test
    void foldersThatAreLostComeBackWithAllThatClaimsNeed() throws IOException {
        prepare("1a");
        List<String> files = host.claimFiles();
        for (Path lost : List.of(
                host.folders.root(), host.folders.libraries(), host.folders.preload(), host.folders.claim("1a"))) {
            remove(lost);
            assertTrue(recovery.isNeeded(true), lost.toString());
            host.recover(recovery);
            assertFalse(recovery.isNeeded(true), lost.toString());
            assertEquals(files, host.claimFiles());
            assertTrue(Files.exists(host.folders.preload()));
        }
        claims.unprepare("1a", () -> false);
        remove(host.folders.libraries());
        assertFalse(recovery.isNeeded(false), "which the newer driver has removed");
        assertTrue(recovery.isNeeded(true));
        host.recover(recovery);
        assertInstanceOf(Preparation.Ready.class, prepare("2b"));
    }

    private static void remove(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }

    @Test
    void aClaimWhoseLibraryIsGoneForGoodGetsThePresentOne() throws IOException {
        prepare("1a");
        String old = claims.current().claims().getFirst().library();
        Files.delete(host.folders.libraries().resolve(old));
        Files.writeString(host.librarySource, "second");
        recover();
        String now = claims.current().claims().getFirst().library();
        assertNotEquals(old, now);
        assertTrue(Files.readString(host.specOf("1a")).contains(now));
    }

    @Test
    void aClaimThatWasNeverPreparedIsNotTakenUp() throws IOException {
        prepare("1a");
        api.add(Cards.allocation("2b", PART));
        Files.delete(host.checkpoint);
        recover();
        assertEquals(List.of("1a"), prepared());
    }

    @Test
    void nobodyWaitsWhileTheApiServerIsAsked() throws Exception {
        prepare("1a");
        Files.writeString(host.checkpoint, "{");
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        api.beforeList(() -> {
            asked.countDown();
            await(answer);
        });
        Thread recovery = Thread.ofPlatform().start(() -> assertDoesNotThrow());
        await(asked);
        assertTrue(lock.hold(() -> Files.exists(host.checkpoint)));
        answer.countDown();
        recovery.join();
        assertEquals(List.of("1a"), prepared());
    }

    private void assertDoesNotThrow() {
        try {
            recover();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatKilledDriversHadHalfWrittenIsRemovedAndWhatIsBeingWrittenStays() throws IOException {
        prepare("1a");
        for (Path folder : List.of(
                host.folders.libraries(), host.cdi, host.checkpoint.resolveSibling(""), host.folders.claim("1a"))) {
            Path half = Files.createTempFile(folder, ".aliquot-", ".tmp");
            Files.setLastModifiedTime(half, FileTime.from(Instant.now().minusSeconds(3600)));
            Path now = Files.createTempFile(folder, ".aliquot-", ".tmp");
            recover();
            assertFalse(Files.exists(half), half.toString());
            assertTrue(Files.exists(now), now.toString());
        }
    }
}
