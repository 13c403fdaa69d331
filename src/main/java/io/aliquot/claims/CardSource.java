package io.aliquot.claims;

import io.aliquot.config.CurrentMapping;
import io.aliquot.config.Settings;
import io.aliquot.model.Card;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/** The cards in the cluster: the configured sizes, for every driver of the mapping. */
@ApplicationScoped
public class CardSource {
    private final List<Card> cards;

    public CardSource(Settings settings, CurrentMapping current) {
        List<Long> sizes = settings.cards().orElse(List.of());
        cards = current.mapping().vendors().stream()
                .map(vendor -> vendor.backend().driver())
                .distinct()
                .flatMap(driver ->
                        sizes.stream().map(size -> new Card(driver, size, Optional.empty(), Optional.empty())))
                .toList();
    }

    public List<Card> cards() {
        return cards;
    }
}
