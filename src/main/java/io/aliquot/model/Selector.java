package io.aliquot.model;

import java.util.List;
import java.util.Locale;

/** Which cards a pod's annotations allow. The texts are the tenant's own and hostile until quoted. */
public sealed interface Selector {
    /** Cards with (or, when not {@code wanted}, without) one of these UUIDs; exact and case-sensitive. */
    record Uuid(boolean wanted, List<String> uuids) implements Selector {
        public Uuid {
            uuids = List.copyOf(uuids);
        }

        /** Whether a card of this UUID may be used. */
        public boolean accepts(String uuid) {
            return uuids.contains(uuid) == wanted;
        }
    }

    /** Cards whose registered name contains (or does not contain) one of these words, whatever their case. */
    record Type(boolean wanted, List<String> words) implements Selector {
        public Type {
            words = List.copyOf(words);
        }

        /** Whether a card of this product name may be used; {@code prefix} is {@link Backend#typePrefix}. */
        public boolean accepts(String product, String prefix) {
            String registered = product.startsWith(prefix) ? product : prefix + "-" + product;
            String lower = registered.toLowerCase(Locale.ROOT);
            return words.stream().anyMatch(word -> lower.contains(word.toLowerCase(Locale.ROOT))) == wanted;
        }
    }
}
