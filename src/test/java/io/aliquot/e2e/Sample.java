package io.aliquot.e2e;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * How long requests took, sorted, in nanoseconds, and how long all of them together.
 *
 * @param failed how many did not succeed
 */
record Sample(List<Long> nanos, long wholeNanos, int failed) {
    private record Timed(long nanos, boolean good) {}

    /** Does the request {@code count} times from {@code clients} at once; it tells whether it succeeded. */
    static Sample of(int count, int clients, IntPredicate request) {
        long start = System.nanoTime();
        try (ExecutorService threads =
                Executors.newFixedThreadPool(clients, Thread.ofVirtual().factory())) {
            var all = IntStream.range(0, count)
                    .mapToObj(i -> threads.submit(() -> timed(i, request)))
                    .toList();
            threads.shutdown();
            List<Timed> timed = all.stream().map(Sample::result).toList();
            return new Sample(timed.stream().map(Timed::nanos).sorted().toList(), System.nanoTime() - start, (int)
                    timed.stream().filter(each -> !each.good()).count());
        }
    }

    private static Timed timed(int i, IntPredicate request) {
        long start = System.nanoTime();
        boolean good = request.test(i);
        return new Timed(System.nanoTime() - start, good);
    }

    private static Timed result(Future<Timed> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The time in ms within which {@code percent} of the requests were over. */
    double millis(int percent) {
        return nanos.get(Math.min(nanos.size() - 1, nanos.size() * percent / 100)) / 1e6;
    }

    double perSecond() {
        return nanos.size() / (wholeNanos / 1e9);
    }
}
