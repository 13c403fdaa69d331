package io.aliquot.node;

import static io.aliquot.node.Latches.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.node.api.Complaints;
import io.aliquot.node.api.SentEvents;
import io.aliquot.node.health.Readiness;
import io.aliquot.node.health.Rounds;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    private final SentEvents events = new SentEvents();
    private final Readiness readiness = new Readiness();
    private final AtomicLong clock = new AtomicLong();

    @Test
    void aRoundThatHangsMakesTheDriverUnreadyAndIsToldOnce() {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch next = new CountDownLatch(2);
        Rounds cards = new Rounds(
                "node-loop",
                () -> {
                    next.countDown();
                    began.countDown();
                    await(end);
                },
                clock::get);
        try (cards;
                Watchdog watchdog = new Watchdog(List.of(cards), readiness, new Complaints(events))) {
            cards.start(Duration.ZERO, Duration.ofMillis(1));
            await(began);
            watchdog.look();
            assertEquals(Map.of(), readiness.reasons());
            clock.set(Duration.ofMinutes(2).toNanos());
            watchdog.look();
            watchdog.look();
            assertTrue(readiness.reasons().toString().startsWith("{rounds=The node driver's thread node-loop"));
            assertEquals(List.of("Node/n1 NodeDriverStands"), events.subjects);
            end.countDown();
            await(next);
            watchdog.look();
            assertEquals(Map.of(), readiness.reasons());
        }
    }
}
