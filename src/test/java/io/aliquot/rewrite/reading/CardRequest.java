package io.aliquot.rewrite.reading;

import java.util.List;
import java.util.Optional;

/**
 * One request of a claim: the ways in which it may be satisfied, best first. {@code exactly} is one way.
 *
 * @param name name of the request
 * @param ways the alternatives
 */
public record CardRequest(String name, List<Way> ways) {
    /**
     * One alternative.
     *
     * @param deviceClass DeviceClass
     * @param count how many devices
     * @param selectors CEL expressions, all of which must hold
     * @param memory quantity asked for; empty for the whole card
     * @param cores quantity asked for, if written
     * @param shares quantity asked for, if written
     */
    public record Way(
            String deviceClass,
            int count,
            List<String> selectors,
            Optional<String> memory,
            Optional<String> cores,
            Optional<String> shares) {

        public boolean accepts(Device device) {
            return selectors.stream().allMatch(selector -> Cel.accepts(selector, device));
        }

        /** Whether the memory of the card decides. */
        public boolean bySize() {
            return selectors.stream().anyMatch(CardRequest::readsCapacity);
        }

        /** The selectors that come from annotations. */
        public List<String> annotationSelectors() {
            return selectors.stream().filter(s -> !readsCapacity(s)).toList();
        }
    }

    /** The first way that accepts {@code device}, which is the one that the scheduler takes. */
    public Optional<Way> on(Device device) {
        return ways.stream().filter(way -> way.accepts(device)).findFirst();
    }

    private static boolean readsCapacity(String selector) {
        return selector.contains("device.capacity");
    }
}
