package io.aliquot.claims.quota;

import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ScopeSelector;
import io.fabric8.kubernetes.api.model.ScopedResourceSelectorRequirement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which pods a quota counts. */
final class Scopes {
    private static final List<String> KNOWN = List.of(
            "Terminating",
            "NotTerminating",
            "BestEffort",
            "NotBestEffort",
            "PriorityClass",
            "CrossNamespacePodAffinity");
    private static final List<String> OPERATORS = List.of("In", "NotIn", "Exists", "DoesNotExist");

    private final List<ScopedResourceSelectorRequirement> requirements;

    private Scopes(List<ScopedResourceSelectorRequirement> requirements) {
        this.requirements = requirements;
    }

    static Scopes of(ResourceQuota quota) {
        Stream<ScopedResourceSelectorRequirement> plain = Optional.ofNullable(
                        quota.getSpec().getScopes())
                .stream()
                .flatMap(List::stream)
                .map(scope -> new ScopedResourceSelectorRequirement("Exists", scope, List.of()));
        Stream<ScopedResourceSelectorRequirement> selected =
                Optional.ofNullable(quota.getSpec().getScopeSelector()).map(ScopeSelector::getMatchExpressions).stream()
                        .flatMap(List::stream);
        return new Scopes(Stream.concat(plain, selected).toList());
    }

    /** Whether the quota counts only some pods. */
    boolean any() {
        return !requirements.isEmpty();
    }

    /** The scopes that say nothing about pods, or that are newer than this program. */
    List<String> unknown() {
        return requirements.stream()
                .filter(requirement ->
                        !KNOWN.contains(requirement.getScopeName()) || !OPERATORS.contains(requirement.getOperator()))
                .map(ScopedResourceSelectorRequirement::getScopeName)
                .toList();
    }

    /** Whether the pod is one of those that the quota counts. */
    boolean cover(PodTraits pod) {
        return requirements.stream().allMatch(requirement -> covers(requirement, pod));
    }

    private static boolean covers(ScopedResourceSelectorRequirement requirement, PodTraits pod) {
        return switch (requirement.getScopeName()) {
            case "Terminating" -> pod.terminating();
            case "NotTerminating" -> !pod.terminating();
            case "BestEffort" -> pod.bestEffort();
            case "NotBestEffort" -> !pod.bestEffort();
            case "PriorityClass" -> priority(requirement, pod.priorityClass());
            case "CrossNamespacePodAffinity" -> pod.crossNamespaceAffinity();
            default -> true;
        };
    }

    private static boolean priority(ScopedResourceSelectorRequirement requirement, String name) {
        List<String> values = Optional.ofNullable(requirement.getValues()).orElse(List.of());
        return switch (requirement.getOperator()) {
            case "In" -> values.contains(name);
            case "NotIn" -> !values.contains(name);
            case "Exists" -> !name.isEmpty();
            case "DoesNotExist" -> name.isEmpty();
            default -> true;
        };
    }
}
