package io.aliquot.claims.sweep;

import io.aliquot.claims.watch.ClusterWatch;
import io.aliquot.claims.watch.PodClaim;
import io.aliquot.claims.watch.TemplateId;
import io.aliquot.claims.watch.WatchedTemplate;
import io.aliquot.log.LogLine;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * Deletes templates that the webhook made and no rewritten pod has referred to for long enough; made anew with every
 * leadership. What a person has made or touched stays.
 */
public final class Sweeper implements Runnable {
    private static final Logger LOG = Logger.getLogger(Sweeper.class);
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final KubernetesClient client;
    private final ClusterWatch watch;
    private final Clock clock;
    private final IdleTemplates idle;

    /** {@code longEnough} is how long a template must be idle. */
    public Sweeper(KubernetesClient client, ClusterWatch watch, Clock clock, Duration longEnough) {
        this.client = client;
        this.watch = watch;
        this.clock = clock;
        this.idle = new IdleTemplates(longEnough);
    }

    /** Looks once. */
    @Override
    public void run() {
        Map<TemplateId, WatchedTemplate> present = new HashMap<>();
        watch.templates().stream()
                .filter(WatchedTemplate::ours)
                .forEach(template -> present.put(template.id(), template));
        idle.look(
                        clock.instant(),
                        present.values().stream()
                                .map(template -> new IdleTemplates.Present(template.id(), template.uid()))
                                .toList(),
                        PodClaim.templatesOf(watch.pods()))
                .forEach(unused -> {
                    WatchedTemplate template = present.get(unused.id());
                    if (template != null) {
                        delete(template);
                    }
                });
    }

    /** Only the very object that was judged: one that was written since stays. */
    private void delete(WatchedTemplate template) {
        String options = client.getKubernetesSerialization()
                .asJson(Map.of(
                        "apiVersion",
                        "v1",
                        "kind",
                        "DeleteOptions",
                        "preconditions",
                        Map.of("uid", template.uid(), "resourceVersion", template.resourceVersion())));
        String path = "/apis/resource.k8s.io/v1/namespaces/" + template.namespace() + "/resourceclaimtemplates/"
                + template.name();
        try {
            client.raw(path, "DELETE", options);
            LOG.info(LogLine.event("template-swept")
                    .with("namespace", template.namespace())
                    .with("template", template.name()));
        } catch (KubernetesClientException e) {
            if (e.getCode() != NOT_FOUND && e.getCode() != CONFLICT) {
                throw e;
            }
        }
    }
}
