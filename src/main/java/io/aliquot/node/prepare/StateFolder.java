package io.aliquot.node.prepare;

import io.aliquot.node.checkpoint.CheckpointFile;
import io.aliquot.node.checkpoint.Stored;
import io.aliquot.node.files.WholeFile;
import io.aliquot.node.state.PreparedClaim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Remembers in which folder the claims of the checkpoint have their files. In another one they would get second regions:
 * containers that start anew would share nothing with those that run, and nobody would look at those any more.
 *
 * @param note where it is remembered
 */
public record StateFolder(Path note) {
    /**
     * Takes {@code folder} from now on.
     *
     * @throws IOException while claims have their files in another one
     */
    public void take(Path folder, CheckpointFile checkpoint) throws IOException {
        String before = Files.isRegularFile(note) ? WholeFile.text(note).strip() : folder.toString();
        if (!before.equals(folder.toString()) && checkpoint.read() instanceof Stored.Found found) {
            long limited = found.checkpoint().claims().stream()
                    .filter(PreparedClaim::limited)
                    .count();
            if (limited > 0) {
                throw new IOException("The state folder (node.stateFolder) is " + folder + " now, but " + limited
                        + " claims have their limits in " + before
                        + ": set it back, move the pods with shares away from this node, then change it");
            }
        }
        WholeFile.ensure(note, folder + "\n", "rw-r--r--");
    }
}
