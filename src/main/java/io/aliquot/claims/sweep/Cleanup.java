package io.aliquot.claims.sweep;

import io.aliquot.claims.watch.PodClaim;
import io.aliquot.rewrite.Marks;
import io.aliquot.rewrite.Template;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Deletes at once what the sweeper would delete later; nothing that a pod refers to. */
public final class Cleanup {
    private static final Pattern OURS = Pattern.compile("aliquot-[0-9a-f]{16}");
    private static final ResourceDefinitionContext TEMPLATES = new ResourceDefinitionContext.Builder()
            .withGroup("resource.k8s.io")
            .withVersion("v1")
            .withKind("ResourceClaimTemplate")
            .withPlural("resourceclaimtemplates")
            .withNamespaced(true)
            .build();

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
        List<GenericKubernetesResource> templates = client
                .genericKubernetesResources(TEMPLATES)
                .inAnyNamespace()
                .withLabel(Template.MANAGED_BY, Template.ALIQUOT)
                .list()
                .getItems()
                .stream()
                .filter(template ->
                        OURS.matcher(template.getMetadata().getName()).matches())
                .toList();
        Set<TemplateId> used = used();
        List<String> inUse = new ArrayList<>();
        int deleted = 0;
        for (GenericKubernetesResource template : templates) {
            TemplateId id = id(template);
            if (used.contains(id)) {
                inUse.add(id.namespace() + "/" + id.name());
            } else {
                client.resource(template).delete();
                deleted++;
            }
        }
        return new Result(deleted, inUse);
    }

    private Set<TemplateId> used() {
        return client.pods().inAnyNamespace().withLabel(Marks.REWRITTEN, "true").list().getItems().stream()
                .flatMap(pod -> PodClaim.of(pod).stream()
                        .map(claim -> new TemplateId(pod.getMetadata().getNamespace(), claim.template())))
                .collect(Collectors.toSet());
    }

    private static TemplateId id(GenericKubernetesResource template) {
        return new TemplateId(
                template.getMetadata().getNamespace(), template.getMetadata().getName());
    }
}
