package io.aliquot.node.files;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/** Functions of the C library that Java has no call for. */
public final class CLibrary {
    private CLibrary() {}

    /** The function with the signature of its manual. */
    @SuppressWarnings("restricted") // Who asks gives the signature of the manual.
    public static MethodHandle function(String name, FunctionDescriptor type, Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type, options);
    }
}
