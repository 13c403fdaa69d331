package io.aliquot.claims.request;

import io.aliquot.model.Selector;
import java.math.BigDecimal;

/** What a request's CEL selector demands of a device, as far as it is one of the rewriting's own forms. */
public sealed interface Condition {
    /** The UUID or the type of the card. */
    record OfCard(Selector selector) implements Condition {}

    /** The exact size of the card's memory. */
    record OfMemory(BigDecimal bytes) implements Condition {}

    /** Anything else; nothing is concluded from it. */
    record Unread(String expression) implements Condition {}
}
