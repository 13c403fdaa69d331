package io.aliquot.rewrite;

import io.aliquot.model.GpuRequest;
import io.aliquot.model.MemoryRequest;

/** When one request lies within another, and the smallest that holds two. */
final class Fit {
    private Fit() {}

    /** Whether a container that asks for {@code wish} can live on the claim of {@code claim}. */
    static boolean fits(GpuRequest wish, GpuRequest claim) {
        boolean cores = wish.cores() == claim.cores() || wish.cores() == 0;
        return wish.cards() <= claim.cards() && cores && fits(wish.memory(), claim.memory());
    }

    /** The smallest request within which both lie. */
    static GpuRequest larger(GpuRequest a, GpuRequest b) {
        return new GpuRequest(
                Math.max(a.cards(), b.cards()), larger(a.memory(), b.memory()), Math.max(a.cores(), b.cores()));
    }

    private static boolean fits(MemoryRequest wish, MemoryRequest claim) {
        return switch (claim) {
            case MemoryRequest.Whole() -> true;
            case MemoryRequest.Mib(long mib) -> wish instanceof MemoryRequest.Mib(long wanted) && wanted <= mib;
            case MemoryRequest.Percent(int percent, long atLeast) ->
                switch (wish) {
                    case MemoryRequest.Whole() -> false;
                    case MemoryRequest.Mib(long wanted) -> wanted <= atLeast;
                    case MemoryRequest.Percent(int wanted, long wantedAtLeast) ->
                        wanted <= percent && wantedAtLeast <= atLeast;
                };
        };
    }

    private static MemoryRequest larger(MemoryRequest a, MemoryRequest b) {
        if (a instanceof MemoryRequest.Whole || b instanceof MemoryRequest.Whole) {
            return new MemoryRequest.Whole();
        }
        int percent = Math.max(percent(a), percent(b));
        long mib = Math.max(mib(a), mib(b));
        return percent == 0 ? new MemoryRequest.Mib(mib) : new MemoryRequest.Percent(percent, mib);
    }

    private static int percent(MemoryRequest memory) {
        return memory instanceof MemoryRequest.Percent(int percent, long atLeast) ? percent : 0;
    }

    private static long mib(MemoryRequest memory) {
        return switch (memory) {
            case MemoryRequest.Whole() -> 0;
            case MemoryRequest.Mib(long mib) -> mib;
            case MemoryRequest.Percent(int percent, long atLeast) -> atLeast;
        };
    }
}
