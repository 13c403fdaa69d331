package io.aliquot.claims;

import io.aliquot.config.CurrentMapping;
import io.aliquot.config.Settings;
import io.aliquot.model.Card;
import io.aliquot.model.Mapping;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/**
 * The cards in the cluster: those of its ResourceSlices; while there are none the configured sizes, for every driver of
 * the mapping.
 */
@ApplicationScoped
public class CardSource {
    private final List<Long> sizes;
    private final CurrentMapping current;
    private final Connection connection;

    public CardSource(Settings settings, CurrentMapping current, Connection connection) {
        this.sizes = settings.cards().orElse(List.of());
        this.current = current;
        this.connection = connection;
    }

    public List<Card> cards() {
        Mapping mapping = current.mapping();
        List<Card> seen = connection.watch().map(watch -> watch.cards(mapping)).orElse(List.of());
        return seen.isEmpty() ? mapping.cardsOfSizes(sizes) : seen;
    }
}
