package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** The last release that is not supported, for real; {@code make e2e-all} builds it. */
@Tag("e2e")
@EnabledIfEnvironmentVariable(
        named = "K8S",
        matches = "1\\.34",
        disabledReason = "only make e2e-all builds this release")
class UnsupportedReleaseIT {
    @Test
    void theHealthSaysThatItIsOutOfSupportAndWhy(@TempDir Path folder) {
        try (ControlPlane plane = ControlPlane.own("old", "--gate", "on");
                WebhookProcess webhook = new WebhookProcess(plane, folder, List.of()).awaitReady()) {
            Await.until(
                    "it is told", () -> ClusterStateIT.warnings(webhook).contains("Kubernetes 1.34 is out of support"));
            String warnings = ClusterStateIT.warnings(webhook);
            assertTrue(warnings.contains("upgrade to 1.35"), warnings);
        }
    }
}
