package io.aliquot.rewrite;

import io.aliquot.model.MemoryUnit;
import io.aliquot.model.Problem.Reason;
import io.aliquot.model.Quantity;
import io.aliquot.model.Units;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/** Reads the numbers of legacy resources; what cannot be meant is refused with what to write instead. */
final class Numbers {
    private static final BigDecimal MAX = BigDecimal.valueOf(Integer.MAX_VALUE);
    private static final BigDecimal MAX_BYTES = BigDecimal.valueOf(Long.MAX_VALUE);

    private final Findings findings;

    Numbers(Findings findings) {
        this.findings = findings;
    }

    /** A whole number from 0 to 2^31-1, such as a count of cards. */
    Optional<Long> whole(Container.Quoted quoted) {
        return quantity(quoted).flatMap(quantity -> within(quoted, quantity, MAX, "2147483647"));
    }

    /** A whole percentage from 0 to 100. */
    Optional<Long> percentage(Container.Quoted quoted) {
        return quantity(quoted)
                .flatMap(
                        quantity -> within(quoted, quantity, BigDecimal.valueOf(100), "100, the percentage of a card"));
    }

    /** Memory in MiB; a number of bytes is rounded up to the next MiB. */
    Optional<Long> memoryMib(Container.Quoted quoted, Units units) {
        Optional<Quantity> read = quantity(quoted);
        if (read.isEmpty()) {
            return Optional.empty();
        }
        Quantity quantity = read.get();
        boolean bytes = units.memory() instanceof MemoryUnit.Bytes || (quantity.binary() && units.suffixedBytes());
        if (bytes) {
            return within(quoted, quantity, MAX_BYTES, "9223372036854775807").map(Numbers::roundUpToMib);
        }
        long blockMib = units.memory() instanceof MemoryUnit.Blocks blocks ? blocks.mib() : 1;
        if (quantity.binary()) {
            findings.refuse(Reason.BAD_NUMBER, quoted.path(), suffixMessage(quoted, quantity, blockMib));
            return Optional.empty();
        }
        return within(quoted, quantity, MAX, "2147483647").map(number -> number * blockMib);
    }

    private Optional<Quantity> quantity(Container.Quoted quoted) {
        if (quoted.quantity().isEmpty()) {
            refuse(quoted, "is not a number; write a whole number");
        }
        return quoted.quantity();
    }

    private Optional<Long> within(Container.Quoted quoted, Quantity quantity, BigDecimal max, String most) {
        if (quantity.value().signum() < 0 || quantity.value().compareTo(max) > 0 || !quantity.isWhole()) {
            refuse(quoted, "is out of range; write a whole number from 0 to " + most);
            return Optional.empty();
        }
        return Optional.of(quantity.value().longValueExact());
    }

    private void refuse(Container.Quoted quoted, String complaint) {
        findings.refuse(Reason.BAD_NUMBER, quoted.path(), Texts.shown(quoted.value()) + " " + complaint);
    }

    private static String suffixMessage(Container.Quoted quoted, Quantity quantity, long blockMib) {
        String unit = unitName(blockMib);
        BigDecimal block = Quantity.MEBI.multiply(BigDecimal.valueOf(blockMib));
        BigDecimal meant = quantity.value().divide(block, 0, RoundingMode.CEILING);
        return Texts.shown(quoted.value()) + " has a byte suffix, but this resource counts " + unit + "; write "
                + meant.toPlainString() + " (" + unit + ")";
    }

    private static String unitName(long blockMib) {
        if (blockMib == 1) {
            return "MiB";
        }
        return blockMib == 1024 ? "GiB" : "blocks of " + blockMib + " MiB";
    }

    private static long roundUpToMib(long bytes) {
        return BigDecimal.valueOf(bytes)
                .divide(Quantity.MEBI, 0, RoundingMode.CEILING)
                .longValueExact();
    }
}
