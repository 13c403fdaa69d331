package io.aliquot.node.prepare;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.node.checkpoint.CheckpointFile;
import io.aliquot.node.state.Allocation;
import io.aliquot.node.state.Cards;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
    private static final Path OLD = Path.of("/var/lib/aliquot");
    private static final Path NEW = Path.of("/data/aliquot");

    @TempDir
    Path root;

    private final ApiServer api = new ApiServer();

    @Test
    void itStaysWhileSharesHaveTheirLimitsInIt() throws IOException {
        Host host = new Host(root);
        StateFolder folder = new StateFolder(root.resolve("state-folder"));
        CheckpointFile checkpoint = new CheckpointFile(host.checkpoint);
        try (NodeLock lock = host.lock()) {
            Claims claims = host.start(api, lock);
            folder.take(OLD, checkpoint);
            prepare(claims, "1a", "g0@gpu-0 memory=1Gi cores=0 shares=1");
            prepare(claims, "2b", "g0@gpu-1 memory=81559Mi cores=0 shares=1");
            folder.take(OLD, checkpoint);
            String refused = String.valueOf(assertThrows(IOException.class, () -> folder.take(NEW, checkpoint))
                    .getMessage());
            assertTrue(
                    refused.contains("is /data/aliquot now, but 1 claims have their limits in /var/lib/aliquot"),
                    refused);
            claims.unprepare("1a", () -> false);
            folder.take(NEW, checkpoint);
            folder.take(NEW, checkpoint);
        }
    }

    private void prepare(Claims claims, String uid, String devices) {
        Allocation allocation = Cards.allocation(uid, devices);
        api.add(allocation);
        assertTrue(claims.prepare(allocation.claim(), () -> false) instanceof Preparation.Ready);
    }
}
