package io.aliquot.node.kubelet;

import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.function.Function;

/**
 * A kubelet's open stream, whatever the version of the interface.
 *
 * @param observer where answers go
 * @param answer makes the list of devices an answer of that version
 */
record HealthStream<A>(StreamObserver<A> observer, Function<List<DeviceHealth>, A> answer)
        implements HealthBoard.Watcher {
    @Override
    public void show(List<DeviceHealth> devices) {
        observer.onNext(answer.apply(devices));
    }

    @Override
    public void end() {
        observer.onCompleted();
    }
}
