package io.aliquot.node.kubelet;

import static io.aliquot.node.Latches.await;
import static io.aliquot.node.kubelet.Kubelet.claim;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.node.kubelet.dra.DRAPluginGrpc;
import io.aliquot.node.kubelet.dra.NodePrepareResourceResponse;
import io.aliquot.node.kubelet.dra.NodePrepareResourcesRequest;
import io.aliquot.node.kubelet.registration.PluginInfo;
import io.aliquot.node.prepare.ApiServer;
import io.aliquot.node.prepare.Host;
import io.aliquot.node.state.Cards;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kubelet's rules, one test each, over real sockets. */
class ContractTest {
    private static final String PART = "g0@gpu-0 memory=8000Mi cores=30 shares=100 share=s1";

    @TempDir
    Path root;

    private final ApiServer api = new ApiServer();
    private Host host;
    private Driver driver;
    private Kubelet kubelet;

    @BeforeEach
    void start() throws IOException {
        host = new Host(root);
        driver = new Driver(host, api, Optional.empty());
        kubelet = new Kubelet(host.kubelet());
        api.add(Cards.allocation("1a", PART));
        api.add(Cards.allocation("2b", "g0@gpu-1 memory=81559Mi cores=100 shares=1k"));
    }

    @AfterEach
    void stop() throws IOException {
        kubelet.close();
        driver.close();
    }

    private void restart() throws IOException {
        driver.close();
        driver = new Driver(host, api, Optional.empty());
    }

    private NodePrepareResourceResponse prepare(String uid) {
        return kubelet.prepare(driver.socket(), claim(uid)).of(uid);
    }

    @Test
    void registersUnderItsNameWithTheServiceSocket() throws IOException {
        assertEquals(
                List.of(host.kubelet().resolve("plugins_registry/gpu.aliquot.io-reg.sock")), kubelet.registrations());
        assertTrue(driver.readiness.reasons().toString().startsWith("{kubelet=has not registered the driver yet"));
        PluginInfo info = kubelet.register(kubelet.registrations().getFirst(), "");
        assertEquals("DRAPlugin", info.getType());
        assertEquals("gpu.aliquot.io", info.getName());
        assertEquals(host.kubelet().resolve("plugins/gpu.aliquot.io/dra.sock").toString(), info.getEndpoint());
        assertEquals(
                List.of("v1.DRAPlugin", "v1.DRAResourceHealth", "v1alpha1.DRAResourceHealth"),
                info.getSupportedVersionsList());
        assertEquals(Map.of(), driver.readiness.reasons());
    }

    @Test
    void aDriverThatTheKubeletRefusesIsNotReady() throws IOException {
        kubelet.register(kubelet.registrations().getFirst(), "no version is known");
        assertEquals(Map.of("kubelet", "refused the registration: no version is known"), driver.readiness.reasons());
    }

    @Test
    void theSocketsAreForRootAlone() throws IOException {
        for (Path socket : List.of(driver.socket(), driver.sockets.registration())) {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)));
        }
    }

    @Test
    void aPreparedShareHasTheCardTheLimitsAndTheShareId() {
        var answer = prepare("1a");
        assertEquals("", answer.getError());
        var device = answer.getDevices(0);
        assertEquals(List.of("g0"), device.getRequestNamesList());
        assertEquals("n1 gpu-0 s1", device.getPoolName() + " " + device.getDeviceName() + " " + device.getShareId());
        assertEquals(
                List.of("nvidia.com/gpu=GPU-00000000-1111-2222-3333-444444444444", "k8s.gpu.aliquot.io/claim=1a-g0"),
                device.getCdiDeviceIdsList());
    }

    @Test
    void prepareTwiceIsTheSameAsOnce() throws IOException {
        var first = prepare("1a");
        String checkpoint = Files.readString(host.checkpoint);
        List<String> files = host.claimFiles();
        assertEquals(first, prepare("1a"));
        assertEquals(files, host.claimFiles());
        assertEquals(checkpoint, Files.readString(host.checkpoint));
    }

    @Test
    void oneUnprepareAfterManyPreparesMeansGone() throws IOException {
        prepare("1a");
        prepare("1a");
        assertNotEquals(List.of(), host.claimFiles());
        assertEquals(
                "", kubelet.unprepare(driver.socket(), claim("1a")).of("1a").getError());
        assertEquals(List.of(), host.claimFiles());
    }

    @Test
    void unprepareOfAnUnknownClaimSucceedsWithoutAskingTheApi() {
        api.away(true);
        var answer = kubelet.unprepare(driver.socket(), claim("never-seen"));
        assertEquals(Set.of("never-seen"), answer.uids());
        assertEquals("", answer.of("never-seen").getError());
    }

    @Test
    void unprepareToleratesAClaimThatIsGoneFromTheApi() throws IOException {
        prepare("1a");
        api.remove("claim-1a");
        assertEquals(
                "", kubelet.unprepare(driver.socket(), claim("1a")).of("1a").getError());
        assertEquals(List.of(), host.claimFiles());
    }

    @Test
    void everyUidGetsOneAnswerWhateverHappensToTheOthers() {
        var answer = kubelet.prepare(driver.socket(), claim("gone"), claim("1a"), claim("2b"), claim("1a"));
        assertEquals(Set.of("gone", "1a", "2b"), answer.uids());
        assertTrue(answer.of("gone").getError().contains("there is no such claim"));
        assertEquals(1, answer.of("1a").getDevicesCount());
        assertEquals(1, answer.of("2b").getDevicesCount());
    }

    @Test
    void aClaimOfTheSameNameWithAnotherUidIsRefused() throws IOException {
        var other = claim("1a").toBuilder().setUid("9z").build();
        var answer = kubelet.prepare(driver.socket(), other).of("9z");
        assertTrue(answer.getError().contains("it has uid 1a now"), answer.getError());
        assertEquals(List.of(), host.claimFiles());
    }

    @Test
    void aUidThatIsAPathTouchesNothing() throws IOException {
        var evil = claim("1a").toBuilder().setUid("../../lib").build();
        assertTrue(kubelet.prepare(driver.socket(), evil)
                .of("../../lib")
                .getError()
                .contains("not a uid"));
        kubelet.unprepare(driver.socket(), evil);
        assertTrue(Files.exists(host.folders.preload()));
    }

    @Test
    void lostCdiFilesComeBackAtTheNextPrepare() throws IOException {
        prepare("1a");
        String spec = Files.readString(host.specOf("1a"));
        Files.delete(host.specOf("1a"));
        prepare("1a");
        assertEquals(spec, Files.readString(host.specOf("1a")));
    }

    @Test
    void anAlteredLimitsFileIsPutRightAndTheRegionIsKept() throws IOException {
        prepare("1a");
        Path limits = host.folders.claim("1a").resolve("1a-g0.limits");
        Path region = host.folders.claim("1a").resolve("1a-g0.region");
        String text = Files.readString(limits);
        Files.writeString(limits, text.replace("memory=8388608000", "memory=9"));
        Files.writeString(region, "in use");
        prepare("1a");
        assertEquals(text, Files.readString(limits));
        assertEquals("in use", Files.readString(region));
    }

    @Test
    void theApiBeingAwayFailsTheClaimAndChangesNothing() throws IOException {
        api.away(true);
        assertTrue(prepare("1a").getError().contains("connection refused"));
        assertEquals(List.of(), host.claimFiles());
        api.away(false);
        assertEquals("", prepare("1a").getError());
    }

    /** Its first claim is read slowly; by the time its second one's turn comes, the kubelet has given up. */
    @Test
    void aStalePrepareAfterUnprepareChangesNothing() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        CountDownLatch twoMore = new CountDownLatch(2);
        api.beforeAnswer(() -> {
            reading.countDown();
            await(answer);
        });
        ManagedChannel channel = kubelet.dial(driver.socket());
        var call = DRAPluginGrpc.newFutureStub(channel)
                .nodePrepareResources(NodePrepareResourcesRequest.newBuilder()
                        .addClaims(claim("2b"))
                        .addClaims(claim("1a"))
                        .addClaims(claim("3c"))
                        .build());
        await(reading);
        call.cancel(true);
        // On the same connection, so that the driver has heard of the end of the call before.
        assertEquals("", kubelet.unprepare(channel, claim("1a")).of("1a").getError());
        driver.beforeClaim(twoMore::countDown);
        answer.countDown();
        await(twoMore);
        assertEquals(List.of(), host.claimFiles());
    }

    @Test
    void aRestartWithTheSameCheckpointKeepsEverything() throws IOException {
        var before = prepare("1a");
        List<String> files = host.claimFiles();
        api.away(true);
        restart();
        assertEquals(files, host.claimFiles());
        api.away(false);
        assertEquals(before, prepare("1a"));
    }

    @Test
    void aRestartWithANewerCheckpointRebuildsItFromTheApi() throws IOException {
        var before = prepare("1a");
        Files.writeString(host.checkpoint, "{\"version\": 7, \"claims\": [\"unheard of\"]}");
        Files.writeString(region(), "in use");
        restart();
        assertEquals("in use", Files.readString(region()));
        assertTrue(Files.readString(host.checkpoint).contains("\"1a\""));
        assertTrue(Files.readString(host.checkpoint.resolveSibling("checkpoint.json.unreadable"))
                .contains("unheard of"));
        assertEquals(before, prepare("1a"));
    }

    private Path region() {
        return host.folders.claim("1a").resolve("1a-g0.region");
    }

    @Test
    void aDamagedCheckpointIsNotBelieved() throws IOException {
        prepare("1a");
        Files.writeString(host.checkpoint, Files.readString(host.checkpoint).replace("8388608000", "9"));
        assertTrue(prepare("1a").getError().contains("the checkpoint cannot be used"));
        Files.writeString(region(), "in use");
        restart();
        assertEquals("in use", Files.readString(region()));
        assertTrue(Files.readString(host.checkpoint).contains("8388608000"));
        assertEquals("", prepare("1a").getError());
    }

    @Test
    void aRebootThatLosesCdiFilesAndSocketsIsMended() throws IOException {
        var before = prepare("1a");
        List<String> files = host.claimFiles();
        driver.close();
        Files.delete(host.specOf("1a"));
        driver = new Driver(host, api, Optional.empty());
        assertEquals(files, host.claimFiles());
        assertEquals(before, prepare("1a"));
    }

    @Test
    void filesOfAPrepareThatWasKilledBeforeItsCheckpointAreSwept() throws IOException {
        prepare("1a");
        driver.close();
        String checkpoint = Files.readString(host.checkpoint);
        driver = new Driver(host, api, Optional.empty());
        prepare("2b");
        driver.close();
        Files.writeString(host.checkpoint, checkpoint);
        driver = new Driver(host, api, Optional.empty());
        assertEquals(3, host.claimFiles().size(), host.claimFiles().toString());
        assertFalse(Files.exists(host.specOf("2b")));
    }

    @Test
    void twoInstancesOfARollingUpdateShareOneState() throws IOException {
        try (Driver next = new Driver(host, api, Optional.of("uid-new"))) {
            assertEquals(2, kubelet.registrations().size());
            assertTrue(next.socket().endsWith("dra-uid-new.sock"));
            var before = prepare("1a");
            assertEquals(before, kubelet.prepare(next.socket(), claim("1a")).of("1a"));
            kubelet.unprepare(next.socket(), claim("1a"));
            assertEquals(List.of(), host.claimFiles());
        }
        assertEquals(List.of(driver.sockets.registration()), kubelet.registrations());
        assertEquals("", prepare("1a").getError());
    }

    @Test
    void socketsOfAKilledPodAreRemovedAndThoseOfALiveOneStay() throws IOException {
        Path dead = host.kubelet().resolve("plugins_registry/gpu.aliquot.io-uid-dead-reg.sock");
        Path foreign = host.kubelet().resolve("plugins_registry/gpu.example.com-reg.sock");
        Files.createFile(dead);
        Files.createFile(foreign);
        try (Driver next = new Driver(host, api, Optional.of("uid-new"))) {
            assertFalse(Files.exists(dead));
            assertTrue(Files.exists(foreign));
            assertTrue(Files.exists(driver.socket()) && Files.exists(next.socket()));
        }
    }

    @Test
    void aStoppedDriverLeavesNoSocket() throws IOException {
        driver.close();
        assertEquals(List.of(), kubelet.registrations());
        assertThrows(StatusRuntimeException.class, () -> prepare("1a"));
    }
}
