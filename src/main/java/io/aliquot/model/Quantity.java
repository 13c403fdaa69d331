package io.aliquot.model;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Kubernetes quantity as text gives it: the exact value and how it was written.
 *
 * <p>The API server rewrites quantities before a webhook sees them (3000 arrives as {@code 3k}, 8192Mi as {@code 8Gi}),
 * so nothing may be concluded from a decimal suffix; a binary suffix, on the other hand, survives and tells that bytes
 * were meant.
 *
 * @param value the exact value
 * @param binary whether the text carried a binary suffix (Ki, Mi, Gi, Ti, Pi, Ei)
 */
public record Quantity(BigDecimal value, boolean binary) {
    private static final Pattern SYNTAX = Pattern.compile(
            "([+-]?(?:[0-9]{1,64}(?:\\.[0-9]{0,64})?|\\.[0-9]{1,64}))(?:([KMGTPE]i|[numkMGTPE]?)|[eE]([+-]?[0-9]{1,3}))");
    private static final Map<String, Integer> DECIMAL_EXPONENTS =
            Map.of("n", -9, "u", -6, "m", -3, "", 0, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
    private static final String BINARY_PREFIXES = "KMGTPE";
    /** Bytes in a MiB. */
    public static final BigDecimal MEBI = BigDecimal.valueOf(1 << 20);

    private static final BigDecimal KIBI = BigDecimal.valueOf(1024);

    /** Reads {@code text}; empty when it is not a quantity in Kubernetes' syntax. */
    public static Optional<Quantity> parse(String text) {
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        String exponent = matcher.group(3);
        if (exponent != null) {
            return Optional.of(new Quantity(number.scaleByPowerOfTen(Integer.parseInt(exponent)), false));
        }
        String suffix = matcher.group(2);
        if (suffix.endsWith("i")) {
            int power = BINARY_PREFIXES.indexOf(suffix.charAt(0)) + 1;
            return Optional.of(new Quantity(number.multiply(KIBI.pow(power)), true));
        }
        Integer power = DECIMAL_EXPONENTS.get(suffix);
        return power == null ? Optional.empty() : Optional.of(new Quantity(number.scaleByPowerOfTen(power), false));
    }

    /** Whether the value has no fraction. */
    public boolean isWhole() {
        return value.scale() <= 0 || value.stripTrailingZeros().scale() <= 0;
    }

    /** {@code mib} mebibytes in the form in which the API server stores them: 8192 gives {@code 8Gi}. */
    public static String canonicalMib(long mib) {
        if (mib == 0) {
            return "0";
        }
        long number = mib;
        int prefix = BINARY_PREFIXES.indexOf('M');
        while (number % 1024 == 0 && prefix < BINARY_PREFIXES.length() - 1) {
            number /= 1024;
            prefix++;
        }
        return number + String.valueOf(BINARY_PREFIXES.charAt(prefix)) + "i";
    }

    /** A whole number in the form in which the API server stores it: 3000 gives {@code 3k}. */
    public static String canonicalCount(long count) {
        if (count == 0) {
            return "0";
        }
        long number = count;
        int power = 0;
        while (number % 1000 == 0 && power < 6) {
            number /= 1000;
            power++;
        }
        return number + (power == 0 ? "" : String.valueOf("kMGTPE".charAt(power - 1)));
    }
}
