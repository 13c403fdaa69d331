package io.aliquot.claims.inventory;

import io.aliquot.model.Quantity;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Kubernetes quantities as exact numbers. */
public final class Amount {
    private Amount() {}

    /** The exact value; empty when there is none or it is no quantity. */
    public static Optional<BigDecimal> of(io.fabric8.kubernetes.api.model.@Nullable Quantity quantity) {
        return Optional.ofNullable(quantity)
                .flatMap(present -> Quantity.parse(present.toString()))
                .map(Quantity::value);
    }

    /** All values of a map, without those that are no quantities. */
    public static Map<String, BigDecimal> all(
            @Nullable Map<String, io.fabric8.kubernetes.api.model.Quantity> quantities) {
        Map<String, BigDecimal> amounts = new LinkedHashMap<>();
        if (quantities != null) {
            quantities.forEach((name, quantity) -> of(quantity).ifPresent(value -> amounts.put(name, value)));
        }
        return amounts;
    }

    /** Bytes as whole MiB, rounded down. */
    public static long mib(BigDecimal bytes) {
        return bytes.divideToIntegralValue(Quantity.MEBI).longValue();
    }
}
