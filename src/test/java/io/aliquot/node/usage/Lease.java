package io.aliquot.node.usage;

import java.io.IOException;
import java.nio.file.Path;

/** A process that asks for a lease of a file, as one of a tenant may, and keeps it: who opens the file waits. */
public final class Lease implements AutoCloseable {
    private static final String PROGRAM = """
            import fcntl, os, signal, sys
            signal.signal(signal.SIGIO, signal.SIG_IGN)
            file = os.open(sys.argv[1], os.O_RDONLY)
            try:
                fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
                print("granted", flush=True)
            except OSError:
                print("refused", flush=True)
            sys.stdin.read()
            """;
    private final Process process;
    private final boolean granted;

    public Lease(Path path) throws IOException {
        process = new ProcessBuilder("python3", "-c", PROGRAM, path.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        granted = "granted".equals(process.inputReader().readLine());
    }

    public boolean granted() {
        return granted;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
