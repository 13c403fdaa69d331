package io.aliquot.claims.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.claims.inventory.Amount;
import io.fabric8.kubernetes.api.model.resource.v1.CELDeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequirements;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ExactDeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimSpec;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a claim asks for.
 *
 * @param requests its requests
 * @param sameAttributes attributes in which all of its devices must agree
 */
public record ClaimAsk(List<DeviceAsk> requests, List<String> sameAttributes) {
    private static final KubernetesSerialization JSON = new KubernetesSerialization();

    public ClaimAsk {
        requests = List.copyOf(requests);
        sameAttributes = List.copyOf(sameAttributes);
    }

    /** Reads the spec of a claim. */
    public static ClaimAsk of(@Nullable ResourceClaimSpec spec) {
        Optional<DeviceClaim> devices = Optional.ofNullable(spec).map(ResourceClaimSpec::getDevices);
        return new ClaimAsk(
                devices.map(DeviceClaim::getRequests).stream()
                        .flatMap(List::stream)
                        .flatMap(request -> request(request).stream())
                        .toList(),
                devices.map(DeviceClaim::getConstraints).stream()
                        .flatMap(List::stream)
                        .flatMap(constraint ->
                                Optional.ofNullable(constraint).map(DeviceConstraint::getMatchAttribute).stream())
                        .toList());
    }

    /** Reads the spec of a template, which holds the spec of its claims. */
    public static ClaimAsk ofTemplate(JsonNode templateSpec) {
        return of(JSON.convertValue(templateSpec.path("spec"), ResourceClaimSpec.class));
    }

    private static Optional<DeviceAsk> request(DeviceRequest request) {
        List<DeviceAsk.Alternative> alternatives = Stream.concat(
                        Optional.ofNullable(request.getExactly()).map(ClaimAsk::exactly).stream(),
                        Optional.ofNullable(request.getFirstAvailable()).stream()
                                .flatMap(List::stream)
                                .map(ClaimAsk::alternative))
                .toList();
        return alternatives.isEmpty() ? Optional.empty() : Optional.of(new DeviceAsk(request.getName(), alternatives));
    }

    private static DeviceAsk.Alternative exactly(ExactDeviceRequest exactly) {
        return alternative(
                exactly.getDeviceClassName(), exactly.getCount(), exactly.getCapacity(), exactly.getSelectors());
    }

    private static DeviceAsk.Alternative alternative(DeviceSubRequest request) {
        return alternative(
                request.getDeviceClassName(), request.getCount(), request.getCapacity(), request.getSelectors());
    }

    private static DeviceAsk.Alternative alternative(
            String deviceClass,
            @Nullable Long count,
            @Nullable CapacityRequirements capacity,
            @Nullable List<DeviceSelector> selectors) {
        List<Condition> conditions = Optional.ofNullable(selectors).stream()
                .flatMap(List::stream)
                .flatMap(selector -> Optional.ofNullable(selector.getCel()).stream())
                .map(CELDeviceSelector::getExpression)
                .map(ConditionReader::read)
                .toList();
        return new DeviceAsk.Alternative(
                deviceClass,
                count == null ? 1 : count,
                Amount.all(Optional.ofNullable(capacity)
                        .map(CapacityRequirements::getRequests)
                        .orElse(null)),
                conditions);
    }
}
