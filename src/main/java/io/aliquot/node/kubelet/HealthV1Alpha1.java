package io.aliquot.node.kubelet;

import io.aliquot.node.kubelet.health.v1alpha1.DRAResourceHealthGrpc;
import io.aliquot.node.kubelet.health.v1alpha1.DeviceIdentifier;
import io.aliquot.node.kubelet.health.v1alpha1.HealthStatus;
import io.aliquot.node.kubelet.health.v1alpha1.NodeWatchResourcesRequest;
import io.aliquot.node.kubelet.health.v1alpha1.NodeWatchResourcesResponse;
import io.grpc.stub.StreamObserver;
import java.time.Clock;
import java.util.List;

/** Health as kubelets ask for it by {@code v1alpha1}. */
final class HealthV1Alpha1 extends DRAResourceHealthGrpc.DRAResourceHealthImplBase {
    private final HealthBoard board;
    private final Clock clock;

    HealthV1Alpha1(HealthBoard board, Clock clock) {
        this.board = board;
        this.clock = clock;
    }

    @Override
    public void nodeWatchResources(
            NodeWatchResourcesRequest request, StreamObserver<NodeWatchResourcesResponse> observer) {
        board.watch(new HealthStream<>(observer, this::answer));
    }

    private NodeWatchResourcesResponse answer(List<DeviceHealth> devices) {
        var answer = NodeWatchResourcesResponse.newBuilder();
        for (DeviceHealth device : devices) {
            answer.addDevicesBuilder()
                    .setDevice(DeviceIdentifier.newBuilder()
                            .setPoolName(device.pool())
                            .setDeviceName(device.device()))
                    .setHealth(device.healthy() ? HealthStatus.HEALTHY : HealthStatus.UNHEALTHY)
                    .setLastUpdatedTime(clock.instant().getEpochSecond())
                    .setMessage(device.message());
        }
        return answer.build();
    }
}
