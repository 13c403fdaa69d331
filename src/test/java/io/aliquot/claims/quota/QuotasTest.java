package io.aliquot.claims.quota;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.claims.Stored;
import io.aliquot.config.MappingFile;
import io.aliquot.config.MappingResult;
import io.aliquot.model.Mapping;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotasTest {
    private static Holder holder(JsonNode pod) {
        return new Holder(
                () -> Optional.of(PodTraits.of(pod)),
                Stored.asks(pod, Stored.cards()).stream().map(Demand::future).toList());
    }

    private static Holder holder(String limits) {
        return holder(Stored.pod("p", limits));
    }

    private static ResourceQuota quota(String hard, String scopes) {
        return Stored.read("metadata: {name: gpus}\nspec: {hard: {%s}%s}".formatted(hard, scopes), ResourceQuota.class);
    }

    private static QuotaVerdict verdict(ResourceQuota quota, Holder pod, Holder... others) {
        return new Quotas(Stored.MAPPING).judge(List.of(quota), pod, List.of(others));
    }

    @ParameterizedTest(name = "{0} beside {1} under {2}")
    @CsvSource(delimiter = '|', textBlock = """
            gpu=1                          | gpu=3                | requests.nvidia.com/gpu: 4       | fits
            gpu=1                          | gpu=4                | requests.nvidia.com/gpu: 4       | requests.nvidia.com/gpu=1, used: requests.nvidia.com/gpu=4, limited: requests.nvidia.com/gpu=4
            gpu=2                          | gpu=3                | nvidia.com/gpu: 4                | nvidia.com/gpu=2, used: nvidia.com/gpu=3, limited: nvidia.com/gpu=4
            gpumem=3000                    | gpumem=5000          | limits.nvidia.com/gpumem: 8k     | fits
            gpumem=3001                    | gpumem=5000          | limits.nvidia.com/gpumem: 8k     | limits.nvidia.com/gpumem=3001, used: limits.nvidia.com/gpumem=5k, limited: limits.nvidia.com/gpumem=8k
            gpu=2 gpumem=3000              |                      | limits.nvidia.com/gpumem: 5000   | limits.nvidia.com/gpumem=6k, used: limits.nvidia.com/gpumem=0, limited: limits.nvidia.com/gpumem=5000
            gpu=2 gpumem=3000 gpucores=30  | gpucores=50          | requests.nvidia.com/gpucores: 100 | requests.nvidia.com/gpucores=60, used: requests.nvidia.com/gpucores=50, limited: requests.nvidia.com/gpucores=100
            gpumem-percentage=50           |                      | limits.nvidia.com/gpumem: 40778  | limits.nvidia.com/gpumem=40779, used: limits.nvidia.com/gpumem=0, limited: limits.nvidia.com/gpumem=40778
            gpu=1                          |                      | limits.nvidia.com/gpumem: 1      | fits
            gpumem=1                       | gpu=1                | limits.nvidia.com/gpumem: 1      | fits
            gpumem=100                     | gpumem=100           | limits.nvidia.com/gpumem: 100, requests.nvidia.com/gpu: 1 | limits.nvidia.com/gpumem=100,requests.nvidia.com/gpu=1, used: limits.nvidia.com/gpumem=100,requests.nvidia.com/gpu=1, limited: limits.nvidia.com/gpumem=100,requests.nvidia.com/gpu=1
            gpumem=100                     | gpu=2                | limits.nvidia.com/gpumem: 100, requests.nvidia.com/gpu: 2 | requests.nvidia.com/gpu=1, used: requests.nvidia.com/gpu=2, limited: requests.nvidia.com/gpu=2
            gpumem=100                     | gpumem=100           | requests.cpu: 1                  | fits
            """)
    void aPodIsJudgedBesideWhatOthersHave(String pod, String other, String hard, String expected) {
        Holder[] others = other == null ? new Holder[0] : new Holder[] {holder(other)};
        List<String> exceeded = verdict(quota(hard, ""), holder(pod), others).exceeded();
        assertEquals(
                expected.equals("fits") ? List.of() : List.of("exceeded quota: gpus, requested: " + expected),
                exceeded);
    }

    @Test
    void aWholeCardCountsItsMemoryOnceItIsAllocated() {
        Demand whole =
                Demand.future(Stored.asks(Stored.pod("p", "gpu=1"), List.of()).getFirst());
        BigDecimal card = BigDecimal.valueOf(23034L * 1024 * 1024);
        Holder allocated = new Holder(
                Optional::empty,
                List.of(new Demand(whole.ask(), List.of(new Demand.Result("g0", Map.of("memory", card))))));
        assertEquals(
                List.of(),
                verdict(quota("limits.nvidia.com/gpumem: 100", ""), holder("gpumem=100"), holder("gpu=1"))
                        .exceeded());
        assertEquals(
                List.of("exceeded quota: gpus, requested: limits.nvidia.com/gpumem=100, used:"
                        + " limits.nvidia.com/gpumem=23034, limited: limits.nvidia.com/gpumem=100"),
                verdict(quota("limits.nvidia.com/gpumem: 100", ""), holder("gpumem=100"), allocated)
                        .exceeded());
    }

    @ParameterizedTest(name = "{0} counts {1}: {2}")
    @CsvSource({
        "Terminating,               deadline, true",
        "Terminating,               plain,    false",
        "NotTerminating,            deadline, false",
        "NotTerminating,            plain,    true",
        "BestEffort,                plain,    true",
        "BestEffort,                cpu,      false",
        "NotBestEffort,             plain,    false",
        "NotBestEffort,             cpu,      true",
        "PriorityClass,             gold,     true",
        "PriorityClass,             plain,    false",
        "CrossNamespacePodAffinity, plain,    false",
        "CrossNamespacePodAffinity, affinity, true"
    })
    void aScopedQuotaCountsOnlyPodsOfItsScope(String scope, String kind, boolean counted) {
        QuotaVerdict verdict =
                verdict(quota("requests.nvidia.com/gpu: 0", ", scopes: [%s]".formatted(scope)), holder(podOf(kind)));
        assertEquals(counted, !verdict.exceeded().isEmpty());
        assertEquals(List.of(), verdict.warnings());
    }

    @ParameterizedTest(name = "{0} [{1}] counts a {2} pod: {3}")
    @CsvSource({
        "In,           gold silver, gold,  true",
        "In,           silver,      gold,  false",
        "NotIn,        silver,      gold,  true",
        "NotIn,        gold,        gold,  false",
        "Exists,       '',          gold,  true",
        "Exists,       '',          plain, false",
        "DoesNotExist, '',          gold,  false",
        "DoesNotExist, '',          plain, true"
    })
    void aPriorityClassIsSelectedByItsOperator(String operator, String values, String kind, boolean counted) {
        String selector =
                ", scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: %s, values: [%s]}]}"
                        .formatted(operator, String.join(", ", values.split(" ", -1)));
        assertEquals(
                counted,
                !verdict(quota("requests.nvidia.com/gpu: 0", selector), holder(podOf(kind)))
                        .exceeded()
                        .isEmpty());
    }

    @Test
    void othersOfAnotherScopeAreNotCountedAndUnknownPodsAre() {
        ResourceQuota quota = quota("requests.nvidia.com/gpu: 1", ", scopes: [Terminating]");
        Holder deadline = holder(podOf("deadline"));
        assertEquals(List.of(), verdict(quota, deadline, holder(podOf("plain"))).exceeded());
        assertEquals(
                1,
                verdict(quota, deadline, new Holder(Optional::empty, deadline.demands()))
                        .exceeded()
                        .size());
    }

    @Test
    void aScopeThatSaysNothingAboutPodsIsWarnedAbout() {
        QuotaVerdict verdict =
                verdict(quota("requests.nvidia.com/gpu: 0", ", scopes: [VolumeAttributesClass]"), holder("gpu=1"));
        assertEquals(List.of(), verdict.exceeded());
        assertTrue(verdict.warnings().getFirst().contains("VolumeAttributesClass"));
    }

    @Test
    void aQuotaOnANameThatHasNoSumIsWarnedAbout() {
        QuotaVerdict verdict = verdict(quota("limits.nvidia.com/gpumem-percentage: 50", ""), holder("gpumem=1"));
        assertEquals(
                List.of("quota gpus limits limits.nvidia.com/gpumem-percentage, which is not counted; limit the count,"
                        + " the memory or the cores"),
                verdict.warnings());
    }

    @ParameterizedTest(name = "{1} in units {0}")
    @CsvSource({
        "memory: 256, gpumem=4,   limits.nvidia.com/gpumem: 3,   limits.nvidia.com/gpumem=4",
        "memory: GiB, gpumem=3,   limits.nvidia.com/gpumem: 2,   limits.nvidia.com/gpumem=3",
        "cores: 16,   gpucores=3, limits.nvidia.com/gpucores: 2, limits.nvidia.com/gpucores=3"
    })
    void quotasAreInTheUnitsOfTheVendor(String unit, String limits, String hard, String requested) {
        String key = unit.substring(0, unit.indexOf(':'));
        Mapping mapping = ((MappingResult.Valid) MappingFile.parse(MappingFile.defaultText()
                        .replaceFirst("(?m)^      " + key + ": (MiB|percent).*$", "      " + unit)))
                .mapping();
        ObjectNode pod = Stored.pod("p", limits);
        List<Demand> demands = Stored.asks(pod, Stored.cards(), mapping).stream()
                .map(Demand::future)
                .toList();
        String exceeded = new Quotas(mapping)
                .judge(List.of(quota(hard, "")), new Holder(Optional::empty, demands), List.of())
                .exceeded()
                .getFirst();
        assertTrue(exceeded.contains("requested: " + requested + ","), exceeded);
    }

    private static ObjectNode podOf(String kind) {
        ObjectNode pod = Stored.pod("p", Arrays.asList(kind.equals("cpu") ? "gpu=1 cpu=1" : "gpu=1"), "");
        ObjectNode spec = pod.withObjectProperty("spec");
        switch (kind) {
            case "deadline" -> spec.put("activeDeadlineSeconds", 5);
            case "gold" -> spec.put("priorityClassName", "gold");
            case "affinity" ->
                spec.withObjectProperty("affinity")
                        .withObjectProperty("podAntiAffinity")
                        .withArrayProperty("requiredDuringSchedulingIgnoredDuringExecution")
                        .addObject()
                        .put("topologyKey", "kubernetes.io/hostname")
                        .putArray("namespaces")
                        .add("other");
            default -> {}
        }
        return pod;
    }
}
