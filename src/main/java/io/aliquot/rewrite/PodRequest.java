package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.model.MemoryRequest;
import java.util.List;

/** The pod's own record of what it asked for: enough to make a lost template again. */
final class PodRequest {
    private PodRequest() {}

    /** @param earlier what containers that have their share already were given it for */
    static ObjectNode of(List<Ask> asks, ClaimPlan plan, RewriteInput input, RequestRecord earlier) {
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        ObjectNode containers = request.putObject("containers");
        earlier.containers()
                .forEach((container, numbers) -> numbers.forEach(containers.withObjectProperty(container)::put));
        earlier.cards().forEach((driver, sizes) -> {
            ArrayNode array = request.withObjectProperty("cards").putArray(driver);
            sizes.forEach(array::add);
        });
        asks.forEach(
                ask -> containers.withObjectProperty(ask.container().name()).setAll(ask.numbers()));
        request.put("mapping", input.mapping().hash());
        for (Claim claim : plan.claims()) {
            if (claim.request().memory() instanceof MemoryRequest.Percent) {
                ArrayNode sizes = request.withObjectProperty("cards")
                        .putArray(claim.vendor().backend().driver());
                CardSizes.of(claim.vendor(), claim.selection(), input.cards()).forEach(sizes::add);
            }
        }
        return request;
    }
}
