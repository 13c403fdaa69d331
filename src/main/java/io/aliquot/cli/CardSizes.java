package io.aliquot.cli;

import io.aliquot.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The memory of a cluster's cards, told by hand. */
final class CardSizes {
    private static final BigDecimal MAX_MIB = BigDecimal.valueOf(Integer.MAX_VALUE);

    private CardSizes() {}

    /** Reads sizes such as {@code 80Gi}, {@code 81559Mi} or {@code 81559} (MiB); adds to {@code errors}. */
    static List<Long> read(List<String> texts, List<String> errors) {
        List<Long> sizes = new ArrayList<>();
        for (String text : texts) {
            Optional<Long> size = mib(text.strip());
            size.ifPresentOrElse(
                    sizes::add,
                    () -> errors.add("--cards: \"" + text
                            + "\" is not the memory of a card; write 80Gi, 81559Mi, or a number of MiB"));
        }
        return sizes;
    }

    private static Optional<Long> mib(String text) {
        return Quantity.parse(text)
                .filter(quantity -> quantity.binary() || text.matches("[0-9]+"))
                .map(quantity -> quantity.binary()
                        ? quantity.value().divide(Quantity.MEBI, RoundingMode.FLOOR)
                        : quantity.value())
                .filter(mib -> mib.compareTo(BigDecimal.ONE) >= 0 && mib.compareTo(MAX_MIB) <= 0)
                .map(BigDecimal::longValue);
    }
}
