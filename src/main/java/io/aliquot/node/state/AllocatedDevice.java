package io.aliquot.node.state;

import io.aliquot.model.Quantity;
import java.util.Map;
import java.util.Optional;

/**
 * One entry of {@code status.allocation.devices.results} that belongs to this driver.
 *
 * @param request as the API writes it: {@code request} or {@code request/subrequest}
 * @param shareId tells apart the allocations of a shared device
 * @param adminAccess looks at the device without taking anything of it
 * @param consumed {@code consumedCapacity}, by the capacity's name
 */
public record AllocatedDevice(
        String request,
        String pool,
        String device,
        Optional<String> shareId,
        boolean adminAccess,
        Map<String, Quantity> consumed) {
    /** The name by which containers refer to it: a subrequest is an answer to its request. */
    public String baseRequest() {
        int slash = request.indexOf('/');
        return slash < 0 ? request : request.substring(0, slash);
    }
}
