package io.aliquot.rewrite.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.rewrite.reading.CardRequest;
import io.aliquot.rewrite.reading.ContainerReading;
import io.aliquot.rewrite.reading.Device;
import java.util.List;

/**
 * What a container gets, in the few words of {@code outcome.yaml}. What goes without saying is left out: the claim
 * {@code gpu-<container>}, all of its requests, our own device class, no selector, not exclusive.
 */
final class Description {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private final List<Device> devices;

    /** @param devices the cards on which selectors are tried */
    Description(List<Device> devices) {
        this.devices = devices;
    }

    JsonNode of(ContainerReading container) {
        ObjectNode words = JSON.objectNode();
        if (!container.requests().isEmpty()) {
            describe(container.requests(), words);
        }
        container
                .claim()
                .filter(name -> !name.equals("gpu-" + container.name()))
                .ifPresent(name -> words.put("claim", name));
        if (container.part()) {
            container.requests().forEach(r -> words.withArray("requests").add(r.name()));
        }
        if (container.numa()) {
            words.put("numa", true);
        }
        if (!container.distinct() && container.requests().size() > 1) {
            words.put("distinct", false);
        }
        container.env().forEach((name, value) -> words.withObject("env").put(name, value));
        return words;
    }

    private void describe(List<CardRequest> requests, ObjectNode words) {
        CardRequest first = requests.getFirst();
        if (requests.stream().anyMatch(r -> !r.ways().equals(first.ways()))) {
            throw new AssertionError("the cards of one container differ: " + requests);
        }
        CardRequest.Way way = first.ways().getFirst();
        words.put("cards", requests.size() * way.count());
        if (way.count() > 1) {
            words.put("oneRequest", true);
        }
        words.set("memory", memory(first));
        way.cores().ifPresent(cores -> words.put("cores", Integer.valueOf(cores)));
        way.shares().ifPresent(shares -> words.put("shares", shares));
        if (!way.deviceClass().equals("gpu.aliquot.io")) {
            words.put("class", way.deviceClass());
        }
        if (!way.annotationSelectors().isEmpty()) {
            var fits = words.putArray("fits");
            devices.stream()
                    .filter(device -> first.on(device).isPresent())
                    .forEach(device -> fits.add(device.attributes().getOrDefault("uuid", "?")));
        }
    }

    private JsonNode memory(CardRequest request) {
        if (!request.ways().getFirst().bySize()) {
            return JSON.textNode(request.ways().getFirst().memory().orElse("whole"));
        }
        ObjectNode sizes = JSON.objectNode();
        devices.stream()
                .filter(device -> request.on(device).isPresent())
                .forEach(device -> sizes.put(
                        device.memoryMib() + "Mi",
                        request.on(device).orElseThrow().memory().orElse("whole")));
        return sizes;
    }
}
