package io.aliquot.claims.sweep;

import io.aliquot.claims.watch.PodClaim;
import io.aliquot.claims.watch.TemplateId;
import io.aliquot.claims.watch.WatchedTemplate;
import io.aliquot.rewrite.Marks;
import io.aliquot.rewrite.Template;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Deletes at once what the sweeper would delete later; nothing that a pod refers to. */
public final class Cleanup {
    private final KubernetesClient client;

    public Cleanup(KubernetesClient client) {
        this.client = client;
    }

    /**
     * What became of the templates.
     *
     * @param inUse {@code namespace/name} of those that stay
     */
    public record Result(int deleted, List<String> inUse) {}

    /** Templates first: one that is made later than the list of them was not looked at. */
    public Result run() {
        List<WatchedTemplate> templates = templates();
        Set<TemplateId> used = PodClaim.templatesOf(client.pods()
                .inAnyNamespace()
                .withLabel(Marks.REWRITTEN, "true")
                .list()
                .getItems());
        List<String> inUse = new ArrayList<>();
        int deleted = 0;
        for (WatchedTemplate template : templates) {
            if (used.contains(template.id())) {
                inUse.add(template.namespace() + "/" + template.name());
            } else {
                delete(template);
                deleted++;
            }
        }
        return new Result(deleted, inUse);
    }

    /** What the webhook alone has written, as the sweeper sees it: what a person has made or touched stays. */
    private List<WatchedTemplate> templates() {
        KubernetesSerialization json = client.getKubernetesSerialization();
        return client
                .genericKubernetesResources(WatchedTemplate.KIND)
                .inAnyNamespace()
                .withLabel(Template.MANAGED_BY, Template.ALIQUOT)
                .list()
                .getItems()
                .stream()
                .map(template -> WatchedTemplate.of(template, json))
                .filter(template -> Template.isName(template.name()) && template.ours())
                .toList();
    }

    private void delete(WatchedTemplate template) {
        client.genericKubernetesResources(WatchedTemplate.KIND)
                .inNamespace(template.namespace())
                .withName(template.name())
                .delete();
    }
}
