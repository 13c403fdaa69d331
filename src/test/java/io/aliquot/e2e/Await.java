package io.aliquot.e2e;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for conditions. */
final class Await {
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private Await() {}

    /** Returns as soon as {@code condition} holds; fails with {@code what} after five minutes. */
    static void until(String what, BooleanSupplier condition) {
        until(what, LONGEST, condition);
    }

    /** Returns as soon as {@code condition} holds; fails with {@code what} after {@code longest}. */
    static void until(String what, Duration longest, BooleanSupplier condition) {
        var unused = value(what, longest, () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty());
    }

    /** Returns the value as soon as there is one; fails with {@code what} after five minutes. */
    static <T> T value(String what, Supplier<Optional<T>> source) {
        return value(what, LONGEST, source);
    }

    private static <T> T value(String what, Duration longest, Supplier<Optional<T>> source) {
        long end = System.nanoTime() + longest.toNanos();
        while (System.nanoTime() < end) {
            Optional<T> value = source.get();
            if (value.isPresent()) {
                return value.get();
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        throw new AssertionError("not within " + longest.toSeconds() + " s: " + what);
    }
}
