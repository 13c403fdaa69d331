package io.aliquot.node.cdi;

import io.aliquot.node.files.WholeFile;
import io.aliquot.node.state.PreparedClaim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** The driver's files in the CDI folder, one for each claim. */
public final class ClaimSpecs {
    private static final String END = ".json";
    private final ClaimSpec spec;
    private final Path folder;
    private final String prefix;

    public ClaimSpecs(String driver, ClaimSpec spec, Path folder) {
        this.spec = spec;
        this.folder = folder;
        this.prefix = "k8s." + driver + "-claim_";
    }

    /** Writes the claim's file, or again when it was lost: the folder does not survive a reboot. */
    public void ensure(PreparedClaim claim) throws IOException {
        Files.createDirectories(folder);
        WholeFile.ensure(file(claim.claim().uid()), spec.text(claim), "rw-r--r--");
    }

    public void remove(String uid) throws IOException {
        Files.deleteIfExists(file(uid));
    }

    /** Removes what killed drivers have not finished. */
    public void sweep(Instant now) throws IOException {
        WholeFile.sweep(folder, now);
    }

    /** The uids of claims that have a file. */
    public List<String> uids() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(path -> path.getFileName().toString())
                    .filter(name -> name.startsWith(prefix) && name.endsWith(END))
                    .map(name -> name.substring(prefix.length(), name.length() - END.length()))
                    .toList();
        }
    }

    private Path file(String uid) {
        return folder.resolve(prefix + uid + END);
    }
}
