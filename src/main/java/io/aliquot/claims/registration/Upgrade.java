package io.aliquot.claims.registration;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Tells whether the installation has just been changed: then the registration is ahead of the mapping file, which the
 * kubelet brings a little later, and must not be set back. Who looks for the first time cannot know, and waits as well.
 */
final class Upgrade {
    /** More than a kubelet takes to bring a changed ConfigMap. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final Clock clock;
    private Optional<String> known = Optional.empty();
    private Optional<Instant> since = Optional.empty();

    Upgrade(Clock clock) {
        this.clock = clock;
    }

    /** {@code announced} is the hash of the mapping file that the installation has written, {@code own} that of ours. */
    boolean isUnderWay(Optional<String> announced, String own) {
        if (announced.isEmpty() || announced.get().equals(own)) {
            known = Optional.of(own);
            since = Optional.empty();
            return false;
        }
        if (!known.equals(announced)) {
            known = announced;
            since = Optional.of(clock.instant());
        }
        return since.filter(begin -> clock.instant().isBefore(begin.plus(LONGEST)))
                .isPresent();
    }
}
