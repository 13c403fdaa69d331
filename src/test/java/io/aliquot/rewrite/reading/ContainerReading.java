package io.aliquot.rewrite.reading;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one container gets, read from the finished pod and its templates.
 *
 * @param name container name
 * @param claim name of the pod's claim that the container uses; empty when it gets no card
 * @param requests the requests of that claim which the container may use
 * @param part whether these are named one by one, not the whole claim
 * @param distinct whether the claim says that all its cards differ
 * @param numa whether the claim says that all its cards share a NUMA node
 * @param env variables that the input did not have
 */
public record ContainerReading(
        String name,
        Optional<String> claim,
        List<CardRequest> requests,
        boolean part,
        boolean distinct,
        boolean numa,
        Map<String, String> env) {

    /** MiB on a card of {@code device}; empty for all of it. */
    public OptionalLong memoryMib(Device device) {
        return requests.getFirst()
                .on(device)
                .orElseThrow(() -> new AssertionError(name + ": no way to use " + device))
                .memory()
                .map(Quantities::mib)
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    /** Percent of the compute; empty when the claim does not say. */
    public Optional<Long> cores() {
        return requests.getFirst().ways().getFirst().cores().map(Quantities::whole);
    }
}
