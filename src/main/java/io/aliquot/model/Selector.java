package io.aliquot.model;

import java.util.List;

/** Which cards a pod's annotations allow. The texts are the tenant's own and hostile until quoted. */
public sealed interface Selector {
    /** Cards with (or, when not {@code wanted}, without) one of these UUIDs; exact and case-sensitive. */
    record Uuid(boolean wanted, List<String> uuids) implements Selector {
        public Uuid {
            uuids = List.copyOf(uuids);
        }
    }

    /** Cards whose registered name contains (or does not contain) one of these words, whatever their case. */
    record Type(boolean wanted, List<String> words) implements Selector {
        public Type {
            words = List.copyOf(words);
        }
    }
}
