package io.aliquot.claims.coexistence;

import io.aliquot.claims.inventory.Amount;
import io.aliquot.model.LegacyKey;
import io.aliquot.model.Mapping;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperations;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Judges what else is installed; one sentence for each thing that a person should end. */
public final class Neighbours {
    private static final int NODES_NAMED = 3;

    private final Mapping mapping;
    private final Set<String> names;

    public Neighbours(Mapping mapping) {
        this.mapping = mapping;
        this.names = mapping.vendors().stream()
                .flatMap(vendor -> vendor.resources().values().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** {@code own} is the name of our own configuration. */
    public List<String> webhooks(Collection<MutatingWebhookConfiguration> configurations, String own) {
        return configurations.stream()
                .filter(configuration -> !configuration.getMetadata().getName().equals(own))
                .filter(Neighbours::isOfTheOldSystem)
                .map(configuration -> "the MutatingWebhookConfiguration "
                        + configuration.getMetadata().getName()
                        + " of the HAMi family changes the same pods; uninstall it, or opt its namespaces out of one of"
                        + " the two")
                .sorted()
                .toList();
    }

    private static boolean isOfTheOldSystem(MutatingWebhookConfiguration configuration) {
        return orEmpty(configuration.getWebhooks()).stream()
                .filter(Neighbours::seesPods)
                .anyMatch(webhook -> hami(configuration.getMetadata().getName()) || hami(webhook.getName()));
    }

    private static boolean seesPods(MutatingWebhook webhook) {
        return orEmpty(webhook.getRules()).stream()
                .map(RuleWithOperations::getResources)
                .anyMatch(resources -> orEmpty(resources).stream()
                        .anyMatch(resource -> Set.of("pods", "*", "*/*").contains(resource)));
    }

    private static boolean hami(String name) {
        return name.toLowerCase(Locale.ROOT).contains("hami");
    }

    /** Nodes where a device plugin still hands out the cards. */
    public List<String> nodes(Collection<Node> nodes) {
        List<String> sentences = new ArrayList<>();
        for (String count : counts()) {
            List<String> offering = nodes.stream()
                    .filter(node -> offers(node, count))
                    .map(node -> node.getMetadata().getName())
                    .sorted()
                    .toList();
            if (!offering.isEmpty()) {
                sentences.add(named(offering) + " still " + (offering.size() == 1 ? "offers " : "offer ") + count
                        + " through a device plugin: its cards can be given out twice; stop the device plugin");
            }
        }
        return sentences;
    }

    private List<String> counts() {
        return mapping.vendors().stream()
                .flatMap(vendor -> Optional.ofNullable(vendor.resources().get(LegacyKey.COUNT)).stream())
                .distinct()
                .sorted()
                .toList();
    }

    private static boolean offers(Node node, String name) {
        Map<String, Quantity> allocatable = Optional.ofNullable(node.getStatus())
                .map(NodeStatus::getAllocatable)
                .orElse(Map.of());
        return Optional.ofNullable(allocatable.get(name))
                .flatMap(Amount::of)
                .filter(amount -> amount.compareTo(BigDecimal.ZERO) > 0)
                .isPresent();
    }

    private static String named(List<String> nodes) {
        String some = nodes.stream().limit(NODES_NAMED).collect(Collectors.joining(", "));
        int others = nodes.size() - NODES_NAMED;
        return (nodes.size() == 1 ? "node " : "nodes ") + some + (others > 0 ? " and " + others + " more" : "");
    }

    /** Classes that own a mapped name. */
    public List<String> classes(Collection<DeviceClass> classes) {
        return classes.stream()
                .filter(each -> each.getSpec() != null && each.getSpec().getExtendedResourceName() != null)
                .filter(each -> names.contains(each.getSpec().getExtendedResourceName()))
                .map(each -> "DeviceClass " + each.getMetadata().getName() + " owns the name "
                        + each.getSpec().getExtendedResourceName()
                        + " as extendedResourceName: pods that opt out of rewriting get whole cards by it")
                .sorted()
                .toList();
    }

    private static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }
}
