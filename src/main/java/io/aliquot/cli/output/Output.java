package io.aliquot.cli.output;

import io.aliquot.cli.translate.Item;
import io.aliquot.cli.translate.Translation;

/** Writes results to standard output, one after the other. */
public interface Output {
    /** Shows what became of one object. */
    void show(Item item, Translation translation);
}
