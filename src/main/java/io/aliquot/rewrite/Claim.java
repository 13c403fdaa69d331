package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.GpuRequest;
import io.aliquot.model.VendorMapping;

/**
 * A resource claim that the pod gets.
 *
 * @param name name in the pod's {@code resourceClaims}
 * @param vendor whose back end serves it
 * @param selection which cards it may take
 * @param request what it asks for
 * @param numbers the legacy numbers behind it, for people
 */
record Claim(String name, VendorMapping vendor, Selection selection, GpuRequest request, JsonNode numbers) {
    /** Name of the claim's i-th request, from 0. */
    static String requestName(int i) {
        return "g" + i;
    }
}
