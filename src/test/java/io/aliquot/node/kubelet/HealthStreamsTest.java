package io.aliquot.node.kubelet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.aliquot.node.prepare.ApiServer;
import io.aliquot.node.prepare.Host;
import io.grpc.ManagedChannel;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a kubelet hears of the health of devices, over real sockets. */
class HealthStreamsTest {
    private static final List<DeviceHealth> WELL =
            List.of(new DeviceHealth("n1", "gpu-0", ""), new DeviceHealth("n1", "gpu-1", ""));
    private static final List<DeviceHealth> ONE_IN_TROUBLE =
            List.of(new DeviceHealth("n1", "gpu-0", ""), new DeviceHealth("n1", "gpu-1", "XID 79"));

    @TempDir
    Path root;

    private Driver driver;
    private Kubelet kubelet;
    private ManagedChannel channel;

    @BeforeEach
    void start() throws IOException {
        Host host = new Host(root);
        driver = new Driver(host, new ApiServer(), Optional.empty());
        kubelet = new Kubelet(host.kubelet());
        channel = kubelet.dial(driver.socket());
    }

    @AfterEach
    void stop() throws IOException {
        kubelet.close();
        driver.close();
    }

    @Test
    void aKubeletOfTodayHearsOfAllDevicesAtOnceAndOfEachChange() throws IOException {
        driver.board.show(WELL);
        var stream = io.aliquot.node.kubelet.health.v1.DRAResourceHealthGrpc.newBlockingStub(channel)
                .withDeadlineAfter(30, TimeUnit.SECONDS)
                .nodeWatchResources(io.aliquot.node.kubelet.health.v1.NodeWatchResourcesRequest.getDefaultInstance());
        assertEquals("n1/gpu-0 HEALTHY , n1/gpu-1 HEALTHY ", v1(stream));
        driver.board.show(ONE_IN_TROUBLE);
        assertEquals("n1/gpu-0 HEALTHY , n1/gpu-1 UNHEALTHY XID 79", v1(stream));
        driver.close();
        assertFalse(stream.hasNext());
    }

    private static String v1(Iterator<io.aliquot.node.kubelet.health.v1.NodeWatchResourcesResponse> stream) {
        return String.join(
                ", ",
                stream.next().getDevicesList().stream()
                        .map(one -> one.getDevice().getPoolName() + "/"
                                + one.getDevice().getDeviceName() + " " + one.getHealth() + " " + one.getMessage())
                        .toList());
    }

    @Test
    void anOlderKubeletHearsTheSame() {
        driver.board.show(ONE_IN_TROUBLE);
        var stream = io.aliquot.node.kubelet.health.v1alpha1.DRAResourceHealthGrpc.newBlockingStub(channel)
                .withDeadlineAfter(30, TimeUnit.SECONDS)
                .nodeWatchResources(
                        io.aliquot.node.kubelet.health.v1alpha1.NodeWatchResourcesRequest.getDefaultInstance());
        var devices = stream.next().getDevicesList();
        assertEquals(2, devices.size());
        assertEquals("gpu-1", devices.getLast().getDevice().getDeviceName());
        assertEquals("UNHEALTHY", devices.getLast().getHealth().name());
    }

    @Test
    void theServiceSaysThatItServes() {
        assertEquals(
                ServingStatus.SERVING,
                HealthGrpc.newBlockingStub(channel)
                        .withDeadlineAfter(30, TimeUnit.SECONDS)
                        .check(HealthCheckRequest.getDefaultInstance())
                        .getStatus());
    }
}
