package io.aliquot.admission;

import io.aliquot.claims.CardSource;
import io.aliquot.claims.Connection;
import io.aliquot.config.CurrentMapping;
import io.aliquot.config.Settings;
import io.aliquot.model.Card;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.util.List;

/** The cards of whichever golden case is on, as if its ResourceSlices were in the cluster. */
@Alternative
@Singleton
class SetCards extends CardSource {
    private volatile List<Card> cards = List.of();

    SetCards(Settings settings, CurrentMapping current, Connection connection) {
        super(settings, current, connection);
    }

    void set(List<Card> wanted) {
        cards = wanted;
    }

    @Override
    public List<Card> cards() {
        return cards;
    }
}
