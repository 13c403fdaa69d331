package io.aliquot.claims.registration;

import io.aliquot.tls.Authorities;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Which CAs a registration is to name. Ours at once; others, which replicas from before a change may still serve with,
 * until they have been of no use for the handover.
 */
final class Trust {
    private final Duration handover;
    private final Clock clock;
    private Optional<Named> last = Optional.empty();

    private record Named(Authorities own, Authorities all, Instant since) {
        boolean isOf(Authorities ours, Authorities named) {
            return own.equals(ours) && all.equals(named);
        }
    }

    Trust(Duration handover, Clock clock) {
        this.handover = handover;
        this.clock = clock;
    }

    /** {@code named} when nothing is to change. */
    Authorities wanted(Authorities own, Authorities named) {
        if (own.equals(named) || !named.has(own)) {
            return own.and(named);
        }
        Instant now = clock.instant();
        Named seen = last.filter(each -> each.isOf(own, named)).orElse(new Named(own, named, now));
        last = Optional.of(seen);
        return now.isBefore(seen.since().plus(handover)) ? named : own;
    }
}
