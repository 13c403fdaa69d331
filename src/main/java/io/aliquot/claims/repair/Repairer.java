package io.aliquot.claims.repair;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.claims.events.EventWriter;
import io.aliquot.claims.watch.ClusterWatch;
import io.aliquot.claims.watch.PodClaim;
import io.aliquot.log.LogLine;
import io.aliquot.model.Mapping;
import io.aliquot.rewrite.Template;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** Looks for pods whose template is gone before Kubernetes made their claim from it. */
public final class Repairer implements Runnable {
    private static final Logger LOG = Logger.getLogger(Repairer.class);
    private static final String REASON = "TemplateLost";

    /** Writes templates. */
    public interface Writer {
        /** Sees to it that the template exists; gives the reason when it never can, and throws when it cannot now. */
        Optional<String> ensure(String namespace, Template template);
    }

    private final KubernetesClient client;
    private final ClusterWatch watch;
    private final Supplier<Mapping> mapping;
    private final Writer writer;
    private final EventWriter events;
    private final KubernetesSerialization json = new KubernetesSerialization();

    public Repairer(
            KubernetesClient client, ClusterWatch watch, Supplier<Mapping> mapping, Writer writer, EventWriter events) {
        this.client = client;
        this.watch = watch;
        this.mapping = mapping;
        this.writer = writer;
        this.events = events;
    }

    /** Looks once. */
    @Override
    public void run() {
        watch.pods().stream()
                .filter(PodClaim::alive)
                .forEach(pod -> PodClaim.unmade(pod).stream()
                        .filter(claim -> lost(pod, claim))
                        .forEach(claim -> attempt(pod, claim)));
    }

    /** One pod's trouble is not another's; it is looked at again soon. */
    private void attempt(Pod pod, PodClaim claim) {
        try {
            repair(pod, claim);
        } catch (RuntimeException e) {
            LOG.warn(LogLine.event("repair-failed")
                    .with("namespace", pod.getMetadata().getNamespace())
                    .with("template", claim.template())
                    .with("message", e));
        }
    }

    private boolean lost(Pod pod, PodClaim claim) {
        return watch.lastSeen(pod.getMetadata().getNamespace(), claim.template())
                .isEmpty();
    }

    /**
     * The watch keeps too little of a pod, so it is read anew. The writer reads before it writes: a template that the watch
     * has not seen yet does no harm.
     */
    private void repair(Pod seen, PodClaim claim) {
        String namespace = seen.getMetadata().getNamespace();
        Pod pod = client.pods()
                .inNamespace(namespace)
                .withName(seen.getMetadata().getName())
                .get();
        if (pod == null || !pod.getMetadata().getUid().equals(seen.getMetadata().getUid())) {
            return;
        }
        Optional<String> failure =
                switch (Remake.of(json.convertValue(pod, JsonNode.class), claim.template(), mapping.get())) {
                    case Remake.Possible(Template template) -> writer.ensure(namespace, template);
                    case Remake.Impossible(String why) -> Optional.of(why);
                };
        if (failure.isEmpty()) {
            LOG.info(LogLine.event("template-repaired")
                    .with("namespace", namespace)
                    .with("template", claim.template()));
            return;
        }
        events.warn(
                EventWriter.pod(
                        namespace,
                        pod.getMetadata().getName(),
                        pod.getMetadata().getUid()),
                REASON,
                "ResourceClaimTemplate " + claim.template() + " of claim " + claim.name()
                        + " is gone and cannot be made again: " + failure.get()
                        + "; delete the pod, so that it or its successor is rewritten anew");
    }
}
