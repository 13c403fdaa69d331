package io.aliquot.claims.quota;

import io.aliquot.claims.inventory.Amount;
import io.aliquot.model.Quantity;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The names of one quota that a pod would exceed, and the sentence that Kubernetes says then. */
final class Excess {
    private final String quota;
    private final Map<String, String> requested = new TreeMap<>();
    private final Map<String, String> used = new TreeMap<>();
    private final Map<String, String> limited = new TreeMap<>();

    Excess(String quota) {
        this.quota = quota;
    }

    /** Notes a name when something is asked of it and the sum is over the limit. */
    void add(String name, BigDecimal asked, BigDecimal present, io.fabric8.kubernetes.api.model.Quantity hard) {
        BigDecimal limit = Amount.of(hard).orElse(BigDecimal.ZERO);
        if (asked.signum() > 0 && asked.add(present).compareTo(limit) > 0) {
            requested.put(name, text(asked));
            used.put(name, text(present));
            limited.put(name, hard.toString());
        }
    }

    Optional<String> sentence() {
        return requested.isEmpty()
                ? Optional.empty()
                : Optional.of("exceeded quota: " + quota + ", requested: " + list(requested) + ", used: " + list(used)
                        + ", limited: " + list(limited));
    }

    private static String text(BigDecimal amount) {
        return Quantity.canonicalCount(amount.longValue());
    }

    private static String list(Map<String, String> amounts) {
        return amounts.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(","));
    }
}
