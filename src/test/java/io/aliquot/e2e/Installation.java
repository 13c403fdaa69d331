package io.aliquot.e2e;

import java.nio.file.Path;
import java.util.List;

/** The webhook as an installation has it: the real program under its own rights, registered. */
final class Installation implements AutoCloseable {
    private final ControlPlane plane;
    private final WebhookProcess webhook;

    /** Waits until the API server asks it. */
    Installation(ControlPlane plane, Path folder, String... options) {
        this.plane = plane;
        webhook = new WebhookProcess(plane, folder, List.of(options)).awaitReady();
        webhook.register(plane.admin());
    }

    WebhookProcess webhook() {
        return webhook;
    }

    /** Nobody is asked any more. */
    static void unregister(ControlPlane plane) {
        plane.admin()
                .admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName("aliquot")
                .delete();
    }

    @Override
    public void close() {
        unregister(plane);
        webhook.close();
    }
}
