package io.aliquot.nvml;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** C functions of one library that return an int and take ints, longs and pointers. */
final class NativeCalls {
    static final int SUCCESS = 0;
    private final SymbolLookup symbols;
    private final Map<String, MethodHandle> handles = new ConcurrentHashMap<>();

    /** The library stays loaded for the life of the process. */
    @SuppressWarnings("restricted") // The library's path comes from the operator.
    NativeCalls(Path library) throws NvmlException {
        try {
            symbols = SymbolLookup.libraryLookup(library.toString(), Arena.global());
        } catch (IllegalArgumentException e) {
            throw new NvmlException(library + " cannot be loaded: " + e.getMessage(), e);
        }
    }

    /** Older libraries lack newer functions. */
    boolean has(String function) {
        return symbols.find(function).isPresent();
    }

    /** What {@code function} returns for {@code arguments}, each an Integer, a Long or a MemorySegment. */
    int result(String function, Object... arguments) throws NvmlException {
        MethodHandle handle = handles.get(function);
        if (handle == null) {
            handle = link(function, arguments);
            handles.put(function, handle);
        }
        try {
            return (int) handle.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new NvmlException(function + ": " + e, e);
        }
    }

    private static MemoryLayout type(Object argument) {
        return switch (argument) {
            case Integer number -> ValueLayout.JAVA_INT;
            case Long number -> ValueLayout.JAVA_LONG;
            default -> ValueLayout.ADDRESS;
        };
    }

    /** As {@link #result}, for functions that must succeed. */
    void call(String function, Object... arguments) throws NvmlException {
        int result = result(function, arguments);
        if (result != SUCCESS) {
            throw new NvmlException(function + " failed with NVML error " + result);
        }
    }

    @SuppressWarnings("restricted") // The descriptors are those of the vendor's header.
    private MethodHandle link(String function, Object... arguments) throws NvmlException {
        MemorySegment address =
                symbols.find(function).orElseThrow(() -> new NvmlException("the library has no function " + function));
        MemoryLayout[] types = Arrays.stream(arguments).map(NativeCalls::type).toArray(MemoryLayout[]::new);
        return Linker.nativeLinker().downcallHandle(address, FunctionDescriptor.of(ValueLayout.JAVA_INT, types));
    }
}
