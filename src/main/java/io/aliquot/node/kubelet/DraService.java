package io.aliquot.node.kubelet;

import io.aliquot.node.cdi.ClaimSpec;
import io.aliquot.node.kubelet.dra.Claim;
import io.aliquot.node.kubelet.dra.DRAPluginGrpc;
import io.aliquot.node.kubelet.dra.Device;
import io.aliquot.node.kubelet.dra.NodePrepareResourceResponse;
import io.aliquot.node.kubelet.dra.NodePrepareResourcesRequest;
import io.aliquot.node.kubelet.dra.NodePrepareResourcesResponse;
import io.aliquot.node.kubelet.dra.NodeUnprepareResourceResponse;
import io.aliquot.node.kubelet.dra.NodeUnprepareResourcesRequest;
import io.aliquot.node.kubelet.dra.NodeUnprepareResourcesResponse;
import io.aliquot.node.prepare.Claims;
import io.aliquot.node.prepare.Preparation;
import io.aliquot.node.state.ClaimId;
import io.aliquot.node.state.PreparedDevice;
import io.grpc.Context;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** Prepare and unprepare. Each answer has one entry for each uid of the call, whatever happened to the others. */
final class DraService extends DRAPluginGrpc.DRAPluginImplBase {
    private static final Logger LOG = Logger.getLogger(DraService.class);
    private final Supplier<Claims> claims;
    private final ClaimSpec spec;

    DraService(Supplier<Claims> claims, ClaimSpec spec) {
        this.claims = claims;
        this.spec = spec;
    }

    @Override
    public void nodePrepareResources(
            NodePrepareResourcesRequest request, StreamObserver<NodePrepareResourcesResponse> observer) {
        var answer = NodePrepareResourcesResponse.newBuilder();
        for (Claim claim : request.getClaimsList()) {
            answer.putClaims(claim.getUid(), prepare(claim));
        }
        observer.onNext(answer.build());
        observer.onCompleted();
    }

    private NodePrepareResourceResponse prepare(Claim claim) {
        var answer = NodePrepareResourceResponse.newBuilder();
        ClaimId id = new ClaimId(claim.getNamespace(), claim.getName(), claim.getUid());
        switch (prepare(id)) {
            case Preparation.Ready ready ->
                ready.claim().devices().forEach(device -> answer.addDevices(device(device)));
            case Preparation.Failed failed -> {
                LOG.warnf("Not prepared: %s", failed.why());
                answer.setError(failed.why());
            }
        }
        return answer.build();
    }

    /** A defect of ours fails one claim, not the call. */
    private Preparation prepare(ClaimId id) {
        try {
            Context call = Context.current();
            return claims.get().prepare(id, call::isCancelled);
        } catch (RuntimeException e) {
            LOG.errorf(e, "Claim %s", id);
            return new Preparation.Failed("claim " + id + ": internal error: " + e);
        }
    }

    private Device device(PreparedDevice device) {
        var answer = Device.newBuilder()
                .addRequestNames(device.request())
                .setPoolName(device.pool())
                .setDeviceName(device.device())
                .addAllCdiDeviceIds(spec.ids(device));
        device.shareId().ifPresent(answer::setShareId);
        return answer.build();
    }

    @Override
    public void nodeUnprepareResources(
            NodeUnprepareResourcesRequest request, StreamObserver<NodeUnprepareResourcesResponse> observer) {
        var answer = NodeUnprepareResourcesResponse.newBuilder();
        for (Claim claim : request.getClaimsList()) {
            answer.putClaims(claim.getUid(), unprepare(claim));
        }
        observer.onNext(answer.build());
        observer.onCompleted();
    }

    private NodeUnprepareResourceResponse unprepare(Claim claim) {
        try {
            Context call = Context.current();
            claims.get().unprepare(claim.getUid(), call::isCancelled);
            LOG.infof("Unprepared claim %s/%s (uid %s)", claim.getNamespace(), claim.getName(), claim.getUid());
            return NodeUnprepareResourceResponse.getDefaultInstance();
        } catch (IOException | RuntimeException e) {
            LOG.errorf(e, "Claim uid %s is not unprepared", claim.getUid());
            return NodeUnprepareResourceResponse.newBuilder()
                    .setError("claim uid " + claim.getUid() + ": " + e)
                    .build();
        }
    }
}
