package io.aliquot.claims.quota;

import io.aliquot.model.LegacyKey;
import io.aliquot.model.Mapping;
import io.aliquot.model.VendorMapping;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sums behind quotas on the legacy names of one mapping. */
public final class Quotas {
    private static final List<String> PREFIXES = List.of("requests.", "limits.");

    private final Map<String, Measure> measures = new HashMap<>();

    /** Quotas on the names of {@code mapping}. */
    public Quotas(Mapping mapping) {
        for (VendorMapping vendor : mapping.vendors()) {
            vendor.resources().forEach((key, name) -> measures.put(name, new Measure(vendor, key)));
        }
    }

    /** Those that limit one of our names, by name. */
    public List<ResourceQuota> concerned(Collection<ResourceQuota> quotas) {
        return quotas.stream()
                .filter(quota -> quota.getSpec() != null && quota.getSpec().getHard() != null)
                .filter(quota -> quota.getSpec().getHard().keySet().stream()
                        .anyMatch(name -> measure(name).isPresent()))
                .sorted(Comparator.comparing(quota -> quota.getMetadata().getName()))
                .toList();
    }

    /** Judges a pod against quotas of its namespace; {@code others} is everybody else there. */
    public QuotaVerdict judge(Collection<ResourceQuota> quotas, Holder pod, Collection<Holder> others) {
        List<String> exceeded = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        for (ResourceQuota quota : concerned(quotas)) {
            warnings.addAll(uncounted(quota));
            Scopes scopes = Scopes.of(quota);
            if (!scopes.unknown().isEmpty()) {
                warnings.add("quota " + quota.getMetadata().getName() + " has the scope "
                        + String.join(", ", scopes.unknown())
                        + ", which says nothing about this pod; its limits on GPU names are not enforced");
            } else if (counts(scopes, pod)) {
                excess(
                                quota,
                                pod,
                                others.stream()
                                        .filter(other -> counts(scopes, other))
                                        .toList())
                        .ifPresent(exceeded::add);
            }
        }
        return new QuotaVerdict(exceeded, warnings);
    }

    private static boolean counts(Scopes scopes, Holder holder) {
        return !scopes.any() || holder.traits().get().map(scopes::cover).orElse(true);
    }

    private Optional<String> excess(ResourceQuota quota, Holder pod, List<Holder> others) {
        Excess excess = new Excess(quota.getMetadata().getName());
        quota.getSpec()
                .getHard()
                .forEach((name, hard) -> measure(name)
                        .ifPresent(
                                measure -> excess.add(name, sum(measure, List.of(pod)), sum(measure, others), hard)));
        return excess.sentence();
    }

    private static BigDecimal sum(Measure measure, List<Holder> holders) {
        return holders.stream()
                .flatMap(holder -> holder.demands().stream())
                .map(measure::of)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private List<String> uncounted(ResourceQuota quota) {
        return quota.getSpec().getHard().keySet().stream()
                .sorted()
                .filter(name -> measure(name)
                        .filter(measure ->
                                measure.key() == LegacyKey.MEMORY_PERCENTAGE || measure.key() == LegacyKey.PRIORITY)
                        .isPresent())
                .map(name -> "quota " + quota.getMetadata().getName() + " limits " + name
                        + ", which is not counted; limit the count, the memory or the cores")
                .toList();
    }

    private Optional<Measure> measure(String quotaName) {
        String plain = PREFIXES.stream()
                .filter(quotaName::startsWith)
                .findFirst()
                .map(prefix -> quotaName.substring(prefix.length()))
                .orElse(quotaName);
        return Optional.ofNullable(measures.get(plain)).or(() -> Optional.ofNullable(measures.get(quotaName)));
    }
}
