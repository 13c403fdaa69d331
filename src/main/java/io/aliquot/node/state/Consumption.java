package io.aliquot.node.state;

import io.aliquot.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code consumedCapacity}. A name may come bare or with the driver's domain before it. */
final class Consumption {
    private static final BigDecimal MOST = BigDecimal.valueOf(1L << 55);

    private final String driver;
    private final AllocatedDevice device;
    private final String path;
    private final List<String> problems;

    Consumption(String driver, AllocatedDevice device, String path, List<String> problems) {
        this.driver = driver;
        this.device = device;
        this.path = path;
        this.problems = problems;
    }

    /** What the device takes of its card; problems are added for what is missing or makes no sense. */
    Amount read() {
        if (device.adminAccess()) {
            return Amount.NONE;
        }
        long memory = number("memory", 1);
        long cores = number("cores", 0);
        long shares = number("shares", 0);
        return new Amount(memory, cores, shares);
    }

    private long number(String name, long least) {
        Map<String, Quantity> consumed = device.consumed();
        @Nullable Quantity quantity = consumed.getOrDefault(name, consumed.get(driver + "/" + name));
        if (quantity == null) {
            problems.add(path + ".consumedCapacity." + name + ": missing; a share without numbers is never given out."
                    + " The cluster must run with the feature gate DRAConsumableCapacity");
            return 0;
        }
        BigDecimal value = quantity.value().setScale(0, RoundingMode.FLOOR);
        if (value.compareTo(BigDecimal.valueOf(least)) < 0 || value.compareTo(MOST) > 0) {
            problems.add(path + ".consumedCapacity." + name + ": "
                    + quantity.value().toPlainString() + " is not a number from " + least + " on");
            return 0;
        }
        return value.longValueExact();
    }
}
