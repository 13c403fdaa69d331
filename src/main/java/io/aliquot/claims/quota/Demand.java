package io.aliquot.claims.quota;

import io.aliquot.claims.inventory.Amount;
import io.aliquot.claims.request.ClaimAsk;
import io.aliquot.claims.request.DeviceAsk;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a claim takes of a quota.
 *
 * @param ask what it asks for
 * @param results what it got, empty before its allocation
 */
public record Demand(ClaimAsk ask, List<Result> results) {
    /** How much a request of the claim got of each capacity. */
    public record Result(String request, Map<String, BigDecimal> consumed) {
        public Result {
            consumed = Map.copyOf(consumed);
        }
    }

    public Demand {
        results = List.copyOf(results);
    }

    /** A claim that is yet to be made. */
    public static Demand future(ClaimAsk ask) {
        return new Demand(ask, List.of());
    }

    /** A claim that exists. */
    public static Demand of(ResourceClaim claim) {
        List<Result> results = Optional.ofNullable(claim.getStatus())
                .map(ResourceClaimStatus::getAllocation)
                .map(AllocationResult::getDevices)
                .map(DeviceAllocationResult::getResults)
                .stream()
                .flatMap(List::stream)
                .map(result -> new Result(result.getRequest(), Amount.all(result.getConsumedCapacity())))
                .toList();
        return new Demand(ClaimAsk.of(claim.getSpec()), results);
    }

    /** What the request named {@code request} got of a capacity over all of its cards. */
    BigDecimal got(DeviceAsk request, String capacity) {
        String alternatives = request.name() + "/";
        return results.stream()
                .filter(result -> result.request().equals(request.name())
                        || result.request().startsWith(alternatives))
                .map(result -> result.consumed().getOrDefault(capacity, BigDecimal.ZERO))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
