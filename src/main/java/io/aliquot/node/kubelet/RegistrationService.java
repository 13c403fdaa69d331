package io.aliquot.node.kubelet;

import io.aliquot.node.kubelet.registration.InfoRequest;
import io.aliquot.node.kubelet.registration.PluginInfo;
import io.aliquot.node.kubelet.registration.RegistrationGrpc;
import io.aliquot.node.kubelet.registration.RegistrationStatus;
import io.aliquot.node.kubelet.registration.RegistrationStatusResponse;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;

/** Tells the kubelet who listens where, and hears what it makes of that. */
final class RegistrationService extends RegistrationGrpc.RegistrationImplBase {
    private static final Logger LOG = Logger.getLogger(RegistrationService.class);
    /** The kubelet takes the first that it knows. */
    private static final List<String> VERSIONS =
            List.of("v1.DRAPlugin", "v1.DRAResourceHealth", "v1alpha1.DRAResourceHealth");

    private final String driver;
    private final Path dra;
    private final AtomicReference<Registered> registered = new AtomicReference<>(Registered.NOT_YET);

    /** What the kubelet said last. */
    enum Registered {
        NOT_YET,
        YES,
        REFUSED
    }

    RegistrationService(String driver, Path dra) {
        this.driver = driver;
        this.dra = dra;
    }

    Registered registered() {
        return registered.get();
    }

    @Override
    public void getInfo(InfoRequest request, StreamObserver<PluginInfo> observer) {
        observer.onNext(PluginInfo.newBuilder()
                .setType("DRAPlugin")
                .setName(driver)
                .setEndpoint(dra.toString())
                .addAllSupportedVersions(VERSIONS)
                .build());
        observer.onCompleted();
    }

    @Override
    public void notifyRegistrationStatus(
            RegistrationStatus status, StreamObserver<RegistrationStatusResponse> observer) {
        if (status.getPluginRegistered()) {
            LOG.infof("Registered with the kubelet as %s", driver);
            registered.set(Registered.YES);
        } else {
            LOG.errorf("The kubelet refused the registration, it will be asked again: %s", status.getError());
            registered.set(Registered.REFUSED);
        }
        observer.onNext(RegistrationStatusResponse.getDefaultInstance());
        observer.onCompleted();
    }
}
