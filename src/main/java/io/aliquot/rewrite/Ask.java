package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.model.GpuRequest;
import io.aliquot.model.VendorMapping;
import java.util.Optional;

/**
 * What a container asks of one kind of card.
 *
 * @param container who asks
 * @param vendor in whose words
 * @param request the cards, memory and cores; empty when it asks for no card ({@code gpu 0}, priority alone)
 * @param wantsShare whether it means to ask for a card, even when its numbers are bad
 * @param priority the priority that the container is to have
 * @param numbers the legacy names and numbers as they were written, for people and for repair
 */
record Ask(
        Container container,
        VendorMapping vendor,
        Optional<GpuRequest> request,
        boolean wantsShare,
        Optional<Long> priority,
        ObjectNode numbers) {}
