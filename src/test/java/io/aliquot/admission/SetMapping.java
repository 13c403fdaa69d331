package io.aliquot.admission;

import io.aliquot.config.CurrentMapping;
import io.aliquot.config.Settings;
import io.aliquot.metrics.Series;
import io.aliquot.model.Mapping;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;

/** The mapping of whichever golden case is on; the file and its reload have tests of their own. */
@Alternative
@Singleton
class SetMapping extends CurrentMapping {
    private volatile Mapping mapping;

    SetMapping(Settings settings, Series series) {
        super(settings, series);
        mapping = super.mapping();
    }

    void set(Mapping wanted) {
        mapping = wanted;
    }

    @Override
    public Mapping mapping() {
        return mapping;
    }
}
