package io.aliquot.nvml;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Lists of the library that may grow between the call that counts and the call that reads: then they are asked for again. */
final class GrowingList {
    static final int INSUFFICIENT_SIZE = 7;
    private static final int MOST = 65_536;

    private GrowingList() {}

    /** A call that puts entries into {@code list}; {@code count} says how many have room, and then how many there are. */
    interface Question {
        int ask(MemorySegment count, MemorySegment list) throws NvmlException;
    }

    /** The answer of a question to which there is nothing. */
    static int none(MemorySegment count) {
        count.set(JAVA_INT, 0, 0);
        return NativeCalls.SUCCESS;
    }

    /** All entries, of {@code size} bytes each. */
    static MemorySegment read(Arena arena, String function, int size, Question question) throws NvmlException {
        int room = 64;
        while (room <= MOST) {
            MemorySegment count = arena.allocateFrom(JAVA_INT, room);
            MemorySegment list = arena.allocate((long) room * size, 8);
            int result = question.ask(count, list);
            int there = Math.clamp(count.get(JAVA_INT, 0), 0, MOST);
            switch (result) {
                case NativeCalls.SUCCESS -> {
                    return list.asSlice(0, (long) Math.min(room, there) * size);
                }
                case INSUFFICIENT_SIZE -> room = Math.max(room, there) * 2;
                default -> throw new NvmlException(function + " failed with NVML error " + result);
            }
        }
        throw new NvmlException(function + " tells of more than " + MOST + " entries");
    }
}
