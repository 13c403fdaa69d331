package io.aliquot.rewrite.reading;

import io.aliquot.model.Quantity;
import java.math.BigDecimal;

/** Quantities of templates as numbers. */
public final class Quantities {
    private static final BigDecimal MIB = BigDecimal.valueOf(1L << 20);

    private Quantities() {}

    public static long mib(String quantity) {
        return value(quantity).divide(MIB).longValueExact();
    }

    public static long whole(String quantity) {
        return value(quantity).longValueExact();
    }

    private static BigDecimal value(String quantity) {
        return Quantity.parse(quantity)
                .orElseThrow(() -> new AssertionError("not a quantity: " + quantity))
                .value();
    }
}
