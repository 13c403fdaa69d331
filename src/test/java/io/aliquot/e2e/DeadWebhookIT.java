package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who depends on the webhook and who does not. */
@Tag("e2e")
class DeadWebhookIT {
    @RegisterExtension
    static final Site SITE = new Site();

    private static double reviews() {
        return SITE.installation().webhook().metric("aliquot_reviews_total");
    }

    @Test
    void podsWithoutACardNeverReachTheWebhookAndNeedItNotWhileItIsDeadWhenPodsWithACardAreRefused() {
        double before = reviews();
        for (int i = 0; i < 10; i++) {
            SITE.pod("cpu-" + i, "");
        }
        assertEquals(before, reviews());
        SITE.pod("gpu", "gpumem=1");
        assertEquals(before + 1, reviews());

        SITE.installation().webhook().kill();
        for (int i = 0; i < 10; i++) {
            SITE.pod("cpu-without-" + i, "");
        }
        Kubectl.Run run =
                SITE.kubectl().run(Workloads.legacy("gpu-without", "gpumem=1").toString(), "create", "-f", "-");
        assertEquals(1, run.code());
        assertTrue(run.err().contains("failed calling webhook \"pods.aliquot.io\""), run.err());
        SITE.kubectl().ok("delete", "pod", "gpu", "--wait=false");
        Await.until(
                "a pod with a card can be deleted",
                () -> SITE.claims().of("gpu").isEmpty());
        assertEquals(20, SITE.claims().all("pods").size());
    }
}
