package io.aliquot.e2e;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The replicas of one installation behind one address: all have one certificate. */
final class Replicas implements AutoCloseable {
    private final Balancer balancer = new Balancer();
    private final List<WebhookProcess> running = new ArrayList<>();
    private final ControlPlane plane;
    private final Path folder;

    /** None is there yet. */
    Replicas(ControlPlane plane, Path folder) {
        this.plane = plane;
        this.folder = folder;
    }

    /** Those that run, the oldest first. */
    List<WebhookProcess> running() {
        return List.copyOf(running);
    }

    /** Starts one more; it is asked from the moment it is ready. */
    void start() {
        WebhookProcess replica = new WebhookProcess(plane, folder, List.of("--drain", "PT3S")).awaitReady();
        running.add(replica);
        balancer.add(replica);
    }

    /** Registers the address of all. */
    void register(KubernetesClient admin) {
        running.getFirst().register(admin, balancer.port());
    }

    /** What a Service does with a Pod that is deleted: it ends while new connections already go elsewhere. */
    void end(WebhookProcess replica) {
        balancer.remove(replica);
        replica.close();
        running.remove(replica);
    }

    /** Ends the oldest without a chance to answer what it was asked; only then new connections go elsewhere. */
    void killOne() {
        WebhookProcess victim = running.removeFirst();
        victim.kill();
        balancer.remove(victim);
    }

    @Override
    public void close() {
        Installation.unregister(plane);
        running().forEach(this::end);
        balancer.close();
    }
}
