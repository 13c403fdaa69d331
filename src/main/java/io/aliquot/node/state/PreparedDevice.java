package io.aliquot.node.state;

import java.util.Optional;

/**
 * One device as its containers get it.
 *
 * @param name unique on the node: claim uid, request, and a number where a request has several devices
 * @param request the base request
 * @param pool pool of the ResourceSlice
 * @param device name in the ResourceSlice
 * @param shareId as allocated
 * @param uuid the card
 * @param cdiDevice the vendor's CDI device, which brings the card itself
 * @param taken what the scheduler counts for it
 * @param treatment what the container may do with it
 */
public record PreparedDevice(
        String name,
        String request,
        String pool,
        String device,
        Optional<String> shareId,
        String uuid,
        String cdiDevice,
        Amount taken,
        Treatment treatment) {
    PreparedDevice withCdiDevice(String other) {
        return new PreparedDevice(name, request, pool, device, shareId, uuid, other, taken, treatment);
    }

    public boolean limited() {
        return treatment == Treatment.LIMITED;
    }
}
