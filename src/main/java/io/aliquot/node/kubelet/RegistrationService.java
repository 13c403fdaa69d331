package io.aliquot.node.kubelet;

import io.aliquot.node.health.Readiness;
import io.aliquot.node.kubelet.registration.InfoRequest;
import io.aliquot.node.kubelet.registration.PluginInfo;
import io.aliquot.node.kubelet.registration.RegistrationGrpc;
import io.aliquot.node.kubelet.registration.RegistrationStatus;
import io.aliquot.node.kubelet.registration.RegistrationStatusResponse;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.util.List;
import org.jboss.logging.Logger;

/** Tells the kubelet who listens where, and hears what it makes of that. */
final class RegistrationService extends RegistrationGrpc.RegistrationImplBase {
    private static final Logger LOG = Logger.getLogger(RegistrationService.class);
    /** The kubelet takes the first that it knows. */
    private static final List<String> VERSIONS =
            List.of("v1.DRAPlugin", "v1.DRAResourceHealth", "v1alpha1.DRAResourceHealth");

    private final String driver;
    private final Path dra;
    private final Readiness readiness;

    RegistrationService(String driver, Path dra, Readiness readiness) {
        this.driver = driver;
        this.dra = dra;
        this.readiness = readiness;
        readiness.wrong(
                "kubelet",
                "has not registered the driver yet; if it does not, see that node.kubeletRoot is its --root-dir: " + dra
                        + " must be below that");
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
            readiness.fine("kubelet");
        } else {
            LOG.errorf("The kubelet refused the registration, it will be asked again: %s", status.getError());
            readiness.wrong("kubelet", "refused the registration: " + status.getError());
        }
        observer.onNext(RegistrationStatusResponse.getDefaultInstance());
        observer.onCompleted();
    }
}
