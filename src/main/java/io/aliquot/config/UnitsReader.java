package io.aliquot.config;

import io.aliquot.model.CountSource;
import io.aliquot.model.MemoryUnit;
import io.aliquot.model.Units;

/** Reads a {@code units} object: how a vendor's numbers are meant. */
final class UnitsReader {
    private static final int PERCENT = 100;
    private static final int MOST_CARDS = 32;

    private final Errors errors;

    UnitsReader(Errors errors) {
        this.errors = errors;
    }

    Units read(Fields fields) {
        Values values = new Values(fields, errors);
        Units units = new Units(
                fields.get("memory").map(element -> memory(values, element)).orElse(new MemoryUnit.Blocks(1)),
                fields.get("suffixed").map(this::suffixed).orElse(false),
                fields.get("cores").map(element -> cores(values, element)).orElse(PERCENT),
                fields.get("defaultCount")
                        .map(element -> count(values, element))
                        .orElse(new CountSource.Fixed(1)));
        fields.end();
        return units;
    }

    private MemoryUnit memory(Values values, Element element) {
        return switch (Scalars.text(element.node()).orElse("")) {
            case "MiB" -> new MemoryUnit.Blocks(1);
            case "GiB" -> new MemoryUnit.Blocks(1024);
            case "bytes" -> new MemoryUnit.Bytes();
            default ->
                new MemoryUnit.Blocks(
                        values.number(element, 1, 1 << 20, "MiB, GiB, bytes or, for blocks of so many MiB, ")
                                .orElse(1));
        };
    }

    private boolean suffixed(Element element) {
        String text = Scalars.text(element.node()).orElse("");
        if (!text.equals("bytes") && !text.equals("refuse")) {
            errors.add(element.path(), element.node(), "'" + text + "': write refuse or bytes");
        }
        return text.equals("bytes");
    }

    private int cores(Values values, Element element) {
        return Scalars.text(element.node()).orElse("").equals("percent")
                ? PERCENT
                : (int) values.number(element, 1, 1 << 20, "percent or, when a card is so many units, ")
                        .orElse(PERCENT);
    }

    private CountSource count(Values values, Element element) {
        return Scalars.text(element.node()).orElse("").equals("fromCores")
                ? new CountSource.FromCores()
                : new CountSource.Fixed((int)
                        values.number(element, 1, MOST_CARDS, "fromCores or ").orElse(1));
    }
}
