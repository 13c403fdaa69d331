package io.aliquot.node.files;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The SELinux label of files that containers get. With the label of the host's folder a container could read none of them,
 * and its loader would pass over the preload without a word.
 */
final class ContainerLabel {
    static final String LABEL = "system_u:object_r:container_file_t:s0";
    private static final String ATTRIBUTE = "security.selinux";
    private static final ContainerLabel OF_THIS_HOST = new ContainerLabel(isInForce(Path.of("/proc/filesystems")));
    private final boolean inForce;

    ContainerLabel(boolean inForce) {
        this.inForce = inForce;
    }

    static ContainerLabel ofThisHost() {
        return OF_THIS_HOST;
    }

    /** @param fileSystems those that the kernel knows: SELinux has one when it is on */
    static boolean isInForce(Path fileSystems) {
        try {
            return Files.readString(fileSystems).contains("selinuxfs");
        } catch (IOException e) {
            return false;
        }
    }

    void give(Path file) throws IOException {
        if (!inForce) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment label = arena.allocateFrom(LABEL);
            int result = (int) Setter.SET.invokeExact(
                    arena.allocateFrom(file.toString()), arena.allocateFrom(ATTRIBUTE), label, label.byteSize(), 0);
            if (result != 0) {
                throw new IOException(file + " can't be labelled " + LABEL
                        + " for SELinux, so containers could not read it; choose a node.stateFolder on a file system that"
                        + " keeps labels");
            }
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException(e);
        }
    }

    /** Looked for only where it is used. */
    private static final class Setter {
        static final MethodHandle SET = CLibrary.function(
                "setxattr", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT));

        private Setter() {}
    }
}
