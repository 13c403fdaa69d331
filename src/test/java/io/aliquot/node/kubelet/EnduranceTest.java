package io.aliquot.node.kubelet;

import static io.aliquot.node.kubelet.Kubelet.claim;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.node.kubelet.dra.DRAPluginGrpc;
import io.aliquot.node.kubelet.dra.DRAPluginGrpc.DRAPluginBlockingStub;
import io.aliquot.node.kubelet.dra.NodePrepareResourcesRequest;
import io.aliquot.node.kubelet.dra.NodeUnprepareResourcesRequest;
import io.aliquot.node.prepare.ApiServer;
import io.aliquot.node.prepare.Host;
import io.aliquot.node.state.Cards;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnduranceTest {
    private static final int ROUNDS = 200;

    @TempDir
    Path root;

    private static long openFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }

    @Test
    void twoHundredClaimsInARowLeaveNothing() throws IOException {
        Host host = new Host(root);
        ApiServer api = new ApiServer();
        List<Long> times = new ArrayList<>();
        try (Driver driver = new Driver(host, api, Optional.empty());
                Kubelet kubelet = new Kubelet(host.kubelet())) {
            var stub = DRAPluginGrpc.newBlockingStub(kubelet.dial(driver.socket()));
            turn(api, stub, "first", times);
            long before = openFiles();
            for (int i = 0; i < ROUNDS; i++) {
                turn(api, stub, "c" + i, times);
            }
            long more = openFiles() - before;
            assertTrue(more < ROUNDS / 10, more + " open files more after " + ROUNDS + " claims");
        }
        assertEquals(List.of(), host.claimFiles());
        System.out.printf(
                "prepare over the socket, without an API server: p50 %d us, p99 %d us of %d%n",
                percentile(times, 50), percentile(times, 99), times.size());
    }

    private static void turn(ApiServer api, DRAPluginBlockingStub driver, String uid, List<Long> times) {
        api.add(Cards.allocation(uid, "g0@gpu-0 memory=8000Mi cores=30 shares=100 share=s1"));
        long start = System.nanoTime();
        var prepare =
                NodePrepareResourcesRequest.newBuilder().addClaims(claim(uid)).build();
        assertEquals(
                "", driver.nodePrepareResources(prepare).getClaimsOrThrow(uid).getError());
        times.add((System.nanoTime() - start) / 1000);
        var unprepare =
                NodeUnprepareResourcesRequest.newBuilder().addClaims(claim(uid)).build();
        assertEquals(
                "",
                driver.nodeUnprepareResources(unprepare).getClaimsOrThrow(uid).getError());
        api.remove("claim-" + uid);
    }

    private static long percentile(List<Long> times, int percent) {
        return times.stream()
                .sorted()
                .skip((long) times.size() * percent / 100)
                .findFirst()
                .orElseThrow();
    }
}
