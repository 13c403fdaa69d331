package io.aliquot.claims.inventory;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/**
 * One capacity of a device and how requests for it are rounded.
 *
 * @param value how much there is
 * @param policy the request policy; without one a request consumes what it says, and all when it says nothing
 */
public record Capacity(BigDecimal value, Optional<Policy> policy) {
    /**
     * The request policy of a capacity.
     *
     * @param byDefault what a request consumes that leaves the capacity out
     * @param min smallest consumption
     * @param max largest request
     * @param step consumption beyond {@code min} is a multiple of it
     * @param validValues the only values that can be consumed, ascending; empty when there is a range
     */
    public record Policy(
            Optional<BigDecimal> byDefault,
            Optional<BigDecimal> min,
            Optional<BigDecimal> max,
            Optional<BigDecimal> step,
            List<BigDecimal> validValues) {
        public Policy {
            validValues = List.copyOf(validValues);
        }
    }

    /** What a request consumes, as the scheduler rounds it; empty when no device of this kind can ever serve it. */
    public Optional<BigDecimal> consumed(Optional<BigDecimal> asked) {
        if (policy.isEmpty()) {
            return Optional.of(asked.orElse(value));
        }
        Policy rule = policy.get();
        if (asked.isEmpty()) {
            return Optional.of(rule.byDefault().orElse(value));
        }
        BigDecimal amount = asked.get();
        if (!rule.validValues().isEmpty()) {
            return rule.validValues().stream()
                    .filter(valid -> valid.compareTo(amount) >= 0)
                    .findFirst();
        }
        BigDecimal rounded = rounded(amount, rule);
        boolean possible =
                rule.max().map(max -> rounded.compareTo(max) <= 0).orElse(true) && rounded.compareTo(value) <= 0;
        return possible ? Optional.of(rounded) : Optional.empty();
    }

    private static BigDecimal rounded(BigDecimal amount, Policy rule) {
        BigDecimal min = rule.min().orElse(BigDecimal.ZERO);
        if (amount.compareTo(min) <= 0) {
            return rule.min().orElse(amount);
        }
        if (rule.step().isEmpty() || rule.step().get().signum() == 0) {
            return amount;
        }
        BigDecimal step = rule.step().get();
        BigDecimal steps = amount.subtract(min).divide(step, 0, RoundingMode.CEILING);
        return min.add(steps.multiply(step));
    }
}
