package io.aliquot.node.api;

import io.aliquot.node.prepare.ClaimSource;
import io.aliquot.node.prepare.ClaimUnusable;
import io.aliquot.node.state.Allocation;
import io.aliquot.node.state.ClaimId;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;

/** Claims as the API server has them now, without a cache: limits follow the newest word. */
public final class ApiClaims implements ClaimSource {
    private final KubernetesClient client;
    private final AllocationReader reader;
    private final String node;

    public ApiClaims(KubernetesClient client, String driver, String node) {
        this.client = client;
        this.reader = new AllocationReader(driver);
        this.node = node;
    }

    @Override
    public Allocation read(ClaimId id) throws IOException, ClaimUnusable {
        ResourceClaim claim;
        try {
            claim = client.dynamicResourceAllocation()
                    .v1()
                    .resourceClaims()
                    .inNamespace(id.namespace())
                    .withName(id.name())
                    .get();
        } catch (KubernetesClientException e) {
            throw new IOException("the API server: " + e.getMessage(), e);
        }
        if (claim == null) {
            throw new ClaimUnusable("there is no such claim");
        }
        String uid = claim.getMetadata().getUid();
        if (!Objects.equals(uid, id.uid())) {
            throw new ClaimUnusable("it has uid " + uid + " now");
        }
        Allocation allocation =
                reader.read(claim).orElseThrow(() -> new ClaimUnusable("status.allocation: it is not allocated"));
        if (allocation.pods().isEmpty()) {
            throw new ClaimUnusable("status.reservedFor: it is reserved for no pod");
        }
        return allocation;
    }

    @Override
    public List<Allocation> allocatedHere() throws IOException {
        try {
            return client.dynamicResourceAllocation().v1().resourceClaims().inAnyNamespace().list().getItems().stream()
                    .flatMap(claim -> reader.read(claim).stream())
                    .filter(claim -> !claim.pods().isEmpty() && !claim.devices().isEmpty())
                    .filter(claim -> claim.devices().stream()
                            .allMatch(device -> device.pool().equals(node)))
                    .toList();
        } catch (KubernetesClientException e) {
            throw new IOException("the API server: " + e.getMessage(), e);
        }
    }
}
