package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.config.MappingFile;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A driver that is not ours: its class, no capacity of shares, and all cores by default. Only the mapping says so. */
@Tag("e2e")
class OtherDriverIT {
    private static final String DRIVER = "hami-core-gpu.project-hami.io";

    @RegisterExtension
    static final Site SITE = new Site(MappingFile.defaultText()
            .replaceAll("(driver|deviceClass): gpu.aliquot.io", "$1: " + DRIVER)
            .replaceAll("(?m)^ *(shares: shares|allShares: 1000|numa: .*)\n", ""));

    private static void driver(int cards) {
        StringBuilder slice = new StringBuilder("""
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: %1$s}
                spec: {selectors: [{cel: {expression: 'device.driver == "%1$s"'}}]}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: n1-hami}
                spec:
                  driver: %1$s
                  nodeName: n1
                  pool: {name: n1, generation: 1, resourceSliceCount: 1}
                  devices:
                """.formatted(DRIVER));
        for (int i = 0; i < cards; i++) {
            slice.append(card(i));
        }
        SITE.kubectl().feed(slice.toString(), "apply", "-f", "-");
    }

    private static String card(int index) {
        return """
              - name: hami-gpu-%d
                allowMultipleAllocations: true
                attributes: {type: {string: hami-gpu}, uuid: {string: GPU-h-%d}, productName: {string: NVIDIA L4}}
                capacity:
                  memory: {value: 23034Mi, requestPolicy: {default: 23034Mi, validRange: {min: 1Mi, step: 1Mi}}}
                  cores: {value: "100", requestPolicy: {default: "100", validRange: {min: "0", step: "1"}}}
            """.formatted(index, index);
    }

    @Test
    void sharesAndWholeCardsOfAnotherDriver() {
        try {
            driver(2);
            SITE.pod("first", "gpumem=8000 gpucores=30");
            SITE.claims().awaitRunning("first");
            SITE.pod("second", "gpumem=8000");
            SITE.claims().awaitRunning("second");
            assertEquals(SITE.claims().cards("first"), SITE.claims().cards("second"));
            assertEquals(List.of("0"), SITE.claims().consumed("second", "cores"));
            SITE.pod("whole", "gpu=1");
            SITE.claims().awaitRunning("whole");
            assertNotEquals(SITE.claims().cards("first"), SITE.claims().cards("whole"));
            assertEquals(List.of("23034Mi"), SITE.claims().consumed("whole", "memory"));
            SITE.pod("half", "gpumem-percentage=50");
            SITE.claims().awaitUnschedulable("half");
            String text = Await.value(
                    "the reason is told",
                    () -> Optional.of(SITE.kubectl().ok("describe", "pod", "half"))
                            .filter(described -> described.contains("WaitingForCard")));
            assertTrue(text.contains("of 11517 MiB asked"), text);
            SITE.kubectl().ok("delete", "pod", "second");
            SITE.claims().awaitRunning("half");
        } finally {
            SITE.kubectl().ok("delete", "deviceclass", DRIVER);
        }
    }
}
