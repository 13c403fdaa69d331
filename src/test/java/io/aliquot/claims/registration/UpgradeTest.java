package io.aliquot.claims.registration;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class UpgradeTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final InstantSource time = now::get;
    private final Upgrade upgrade = new Upgrade(time.withZone(ZoneOffset.UTC));

    @Test
    void withoutAnInstallationThereIsNone() {
        assertFalse(upgrade.isUnderWay(Optional.empty(), "a"));
    }

    @Test
    void aFileThatWasChangedByHandIsFollowedAtOnce() {
        assertFalse(upgrade.isUnderWay(Optional.of("a"), "a"));
        assertFalse(upgrade.isUnderWay(Optional.of("a"), "by-hand"));
    }

    @Test
    void aRegistrationThatIsAheadIsNotSetBackUntilTheFileHasFollowed() {
        assertFalse(upgrade.isUnderWay(Optional.of("a"), "a"));
        assertTrue(upgrade.isUnderWay(Optional.of("b"), "a"));
        now.set(Instant.EPOCH.plusSeconds(200));
        assertTrue(upgrade.isUnderWay(Optional.of("b"), "a"));
        assertFalse(upgrade.isUnderWay(Optional.of("b"), "b"));
    }

    @Test
    void aReplicaThatBecomesLeaderDuringAnUpgradeDoesNotSetTheRegistrationBack() {
        assertTrue(upgrade.isUnderWay(Optional.of("b"), "a"));
        assertFalse(upgrade.isUnderWay(Optional.of("b"), "b"));
        assertFalse(upgrade.isUnderWay(Optional.of("b"), "by-hand"));
    }

    @Test
    void aFileThatNeverFollowsHoldsInTheEnd() {
        assertFalse(upgrade.isUnderWay(Optional.of("a"), "a"));
        assertTrue(upgrade.isUnderWay(Optional.of("b"), "a"));
        now.set(Instant.EPOCH.plusSeconds(301));
        assertFalse(upgrade.isUnderWay(Optional.of("b"), "a"));
    }
}
