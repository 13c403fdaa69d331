package io.aliquot.node.api;

import io.aliquot.node.prepare.ClaimSource;
import io.aliquot.node.prepare.ClaimUnusable;
import io.aliquot.node.state.Allocation;
import io.aliquot.node.state.ClaimId;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Claims as the API server has them now, without a cache: limits follow the newest word. */
public final class ApiClaims implements ClaimSource {
    /** A cluster may have more claims than the memory of a driver. */
    private static final long PAGE = 100;

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
        List<String> parameters = reader.parameters(claim);
        if (!parameters.isEmpty()) {
            throw new ClaimUnusable(String.join("; ", parameters));
        }
        return allocation;
    }

    private boolean isHere(Allocation claim) {
        return !claim.pods().isEmpty()
                && !claim.devices().isEmpty()
                && claim.devices().stream().allMatch(device -> device.pool().equals(node));
    }

    @Override
    public List<Allocation> allocatedHere() throws IOException {
        try {
            List<Allocation> here = new ArrayList<>();
            ListOptions page = new ListOptionsBuilder().withLimit(PAGE).build();
            do {
                ResourceClaimList claims = client.dynamicResourceAllocation()
                        .v1()
                        .resourceClaims()
                        .inAnyNamespace()
                        .list(page);
                claims.getItems().stream()
                        .flatMap(claim -> reader.read(claim).stream())
                        .filter(this::isHere)
                        .forEach(here::add);
                page.setContinue(claims.getMetadata().getContinue());
            } while (page.getContinue() != null && !page.getContinue().isEmpty());
            return here;
        } catch (KubernetesClientException e) {
            throw new IOException("the API server: " + e.getMessage(), e);
        }
    }
}
