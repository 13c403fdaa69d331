package io.aliquot.claims.watch;

import io.aliquot.rewrite.Template;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A claim that a pod gets from a template of ours.
 *
 * @param name its name in the pod's {@code resourceClaims}
 * @param template name of the template
 */
public record PodClaim(String name, String template) {
    private static final Set<String> FINISHED = Set.of("Succeeded", "Failed");

    /** The claims of a pod that come from our templates. */
    public static List<PodClaim> of(Pod pod) {
        return Optional.ofNullable(pod.getSpec().getResourceClaims()).stream()
                .flatMap(List::stream)
                .filter(claim -> claim.getResourceClaimTemplateName() != null)
                .filter(claim -> claim.getResourceClaimTemplateName().startsWith(Template.NAME_PREFIX))
                .map(PodClaim::of)
                .toList();
    }

    private static PodClaim of(PodResourceClaim claim) {
        return new PodClaim(claim.getName(), claim.getResourceClaimTemplateName());
    }

    /** The templates that any of {@code pods} refers to. */
    public static Set<TemplateId> templatesOf(Collection<Pod> pods) {
        return pods.stream()
                .flatMap(pod -> of(pod).stream()
                        .map(claim -> new TemplateId(pod.getMetadata().getNamespace(), claim.template())))
                .collect(Collectors.toSet());
    }

    /** Those that Kubernetes has not made yet. */
    public static List<PodClaim> unmade(Pod pod) {
        List<String> made = Optional.ofNullable(pod.getStatus()).map(PodStatus::getResourceClaimStatuses).stream()
                .flatMap(List::stream)
                .map(status -> status.getName())
                .toList();
        return of(pod).stream().filter(claim -> !made.contains(claim.name())).toList();
    }

    /** Whether a pod still needs its claims. */
    public static boolean alive(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() == null
                && !FINISHED.contains(Optional.ofNullable(pod.getStatus())
                        .map(PodStatus::getPhase)
                        .orElse(""));
    }
}
