package io.aliquot.claims.request;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One request of a claim.
 *
 * @param name the request's name
 * @param alternatives what may serve it, the first that is free; never empty
 */
public record DeviceAsk(String name, List<Alternative> alternatives) {
    /**
     * One way to serve a request.
     *
     * @param deviceClass name of the DeviceClass
     * @param count number of devices
     * @param capacity how much of each capacity of a device is asked for
     * @param conditions what the selectors demand
     */
    public record Alternative(
            String deviceClass, long count, Map<String, BigDecimal> capacity, List<Condition> conditions) {
        public Alternative {
            capacity = Map.copyOf(capacity);
            conditions = List.copyOf(conditions);
        }

        /** Exact size of the card's memory in bytes, when a selector demands one. */
        public Optional<BigDecimal> cardBytes() {
            return conditions.stream()
                    .flatMap(condition -> condition instanceof Condition.OfMemory(BigDecimal bytes)
                            ? Optional.of(bytes).stream()
                            : Optional.<BigDecimal>empty().stream())
                    .findFirst();
        }
    }

    public DeviceAsk {
        alternatives = List.copyOf(alternatives);
    }

    /** The first alternative; all of a request's alternatives are of one class and count. */
    public Alternative first() {
        return alternatives.getFirst();
    }
}
