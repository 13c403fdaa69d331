package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A control plane of its own, which lacks now this and now that. */
@Tag("e2e")
class ClusterStateIT {
    private static final String GATE = "DRAConsumableCapacity";

    @Test
    void theGateDecidesReadinessAtFirstAndLaterWhetherPodsPass(@TempDir Path folder) {
        try (ControlPlane plane = ControlPlane.own("gate", "--gate", "off");
                WebhookProcess webhook = new WebhookProcess(plane, folder, List.of())) {
            Await.until("it says why it is not ready", () -> obstacle(webhook).contains(GATE));
            assertFalse(webhook.ready());
            plane.gate(true);
            webhook.awaitReady().register(plane.admin());
            assertEquals("", obstacle(webhook));
            try (Tenant tenant = new Tenant(plane)) {
                tenant.create("before", "gpumem=100");
                plane.gate(false);
                Await.until("the loss is told", () -> obstacle(webhook).contains(GATE));
                Await.until(
                        "pods are refused",
                        () -> cluster(webhook).at("/data/refusing").asBoolean());
                assertTrue(webhook.ready(), "it stays in service, to say why");
                assertTrue(tenant.refusal("known", "gpumem=100").contains(GATE));
                assertTrue(tenant.refusal("new", "gpumem=101").contains(GATE));
                plane.gate(true);
                Await.until(
                        "pods pass again",
                        () -> tenant.refusal("after", "gpumem=101").isEmpty());
                assertEquals(Set.of(Tenant.template("gpumem=100").name()), tenant.templateNames());
            }
            aMissingClassIsAWarning(plane, webhook);
        }
    }

    private static void aMissingClassIsAWarning(ControlPlane plane, WebhookProcess webhook) {
        Resource<DeviceClass> named = plane.admin().resources(DeviceClass.class).withName("gpu.aliquot.io");
        DeviceClass kept = named.get();
        named.delete();
        Await.until("the missing class is told", () -> warnings(webhook).contains("DeviceClass gpu.aliquot.io"));
        assertTrue(webhook.ready());
        try (Tenant tenant = new Tenant(plane)) {
            assertEquals("", tenant.refusal("waits", "gpumem=100"));
        }
        kept.getMetadata().setResourceVersion(null);
        plane.admin().resource(kept).create();
        Await.until("it is there again", () -> !warnings(webhook).contains("DeviceClass"));
    }

    static JsonNode cluster(WebhookProcess webhook) {
        return StreamSupport.stream(webhook.health().path("checks").spliterator(), false)
                .filter(check -> check.path("name").asText().equals("cluster"))
                .findFirst()
                .orElseThrow();
    }

    private static String obstacle(WebhookProcess webhook) {
        return cluster(webhook).at("/data/obstacle").asText();
    }

    static String warnings(WebhookProcess webhook) {
        return Optional.of(cluster(webhook).path("data").toString())
                .filter(data -> data.contains("warning"))
                .orElse("");
    }
}
