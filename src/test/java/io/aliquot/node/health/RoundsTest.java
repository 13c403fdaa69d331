package io.aliquot.node.health;

import static io.aliquot.node.Latches.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private static final Duration PAUSE = Duration.ofMillis(1);
    private final AtomicLong clock = new AtomicLong();

    @Test
    void nothingThatIsThrownEndsThem() {
        CountDownLatch threeMore = new CountDownLatch(4);
        Runnable work = () -> {
            threeMore.countDown();
            if (threeMore.getCount() == 2) {
                throw new NoClassDefFoundError("of a library");
            }
            throw new IllegalStateException("again");
        };
        try (Rounds rounds = new Rounds("test", work, clock::get)) {
            rounds.start(Duration.ZERO, PAUSE);
            await(threeMore);
        }
    }

    @Test
    void oneThatDoesNotEndIsToldOfAfterAMinuteAndForgottenWhenItDoes() {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch next = new CountDownLatch(2);
        Runnable work = () -> {
            next.countDown();
            began.countDown();
            await(end);
        };
        try (Rounds rounds = new Rounds("test", work, clock::get)) {
            rounds.start(Duration.ZERO, PAUSE);
            await(began);
            clock.set(Duration.ofSeconds(60).toNanos());
            assertEquals(Optional.empty(), rounds.standing());
            clock.set(Duration.ofSeconds(61).toNanos());
            assertEquals(Optional.of(Duration.ofSeconds(61)), rounds.standing());
            end.countDown();
            await(next);
            assertEquals(Optional.empty(), rounds.standing());
        }
    }

    @Test
    void oneMoreIsDoneAtOnceAndAfterTheEndNone() {
        CountDownLatch two = new CountDownLatch(2);
        Rounds rounds = new Rounds("test", two::countDown, clock::get);
        rounds.start(Duration.ZERO, Duration.ofDays(1));
        rounds.soon();
        await(two);
        rounds.close();
        rounds.soon();
    }
}
