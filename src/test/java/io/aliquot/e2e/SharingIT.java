package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.model.Card;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What pods with legacy limits get of real ResourceSlices, by Kubernetes' own scheduler. */
@Tag("e2e")
class SharingIT {
    private static final String A100 = "NVIDIA A100-SXM4-80GB";
    private static final String L4 = "NVIDIA L4";

    @RegisterExtension
    static final Site SITE = new Site();

    private static void onNode1(List<Card> cards) {
        SITE.cards(Map.of("n1", cards));
    }

    private static void running(String name, String limits) {
        SITE.pod(name, limits);
        SITE.claims().awaitRunning(name);
    }

    private static void waiting(String name, String limits) {
        SITE.pod(name, limits);
        SITE.claims().awaitUnschedulable(name);
    }

    /** What a person reads. */
    private static String described(String pod, String reason) {
        return Await.value(
                "kubectl describe pod shows " + reason,
                () -> java.util.Optional.of(SITE.kubectl().ok("describe", "pod", pod))
                        .filter(text -> text.contains(reason)));
    }

    @Test
    void twoPodsShareOneCardAndAThirdThatDoesNotFitIsToldWhatIsShortOnWhichNode() {
        SITE.cards(Map.of("n1", Cards.of("n1", L4, 23034, 1), "n2", Cards.of("n2", L4, 4000, 1)));
        running("first", "gpumem=8000");
        running("second", "gpumem=8000");
        assertEquals(List.of("n1/gpu-0"), SITE.claims().cards("first"));
        assertEquals(List.of("n1/gpu-0"), SITE.claims().cards("second"));
        waiting("third", "gpumem=8000");
        String text = described("third", "WaitingForCard");
        assertTrue(text.contains("n1: 1 card, most free memory 7034 MiB of 8000 MiB asked"), text);
        assertTrue(text.contains("n2: 1 card, most free memory 4000 MiB of 8000 MiB asked"), text);
        SITE.kubectl().ok("delete", "pod", "first");
        SITE.claims().awaitRunning("third");
    }

    @Test
    void twoCardsAndEightCardsAreDifferentCards() {
        onNode1(Cards.of("n1", A100, 81559, 8));
        running("two", "gpu=2 gpumem=1000");
        running("eight", "gpu=8 gpumem=1000");
        assertEquals(2, new HashSet<>(SITE.claims().cards("two")).size());
        assertEquals(8, new HashSet<>(SITE.claims().cards("eight")).size());
    }

    @Test
    void oneCardIsNotGivenTwiceWhenThereAreTooFew() {
        SITE.cards(Map.of("n1", Cards.of("n1", A100, 81559, 2), "n2", Cards.of("n2", L4, 23034, 1)));
        waiting("three", "gpu=3 gpumem=1000");
        String text = described("three", "WaitingForCard");
        assertTrue(text.contains("n1: 2 cards of 3 asked"), text);
    }

    @Test
    void aPercentageIsThatPartOfWhicheverCardThePodGets() {
        SITE.cards(Map.of("n1", Cards.of("n1", A100, 81559, 1), "n2", Cards.of("n2", L4, 23034, 1)));
        for (String node : List.of("n1", "n2")) {
            SITE.create("""
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: on-%1$s}
                    spec:
                      nodeSelector: {kubernetes.io/hostname: %1$s}
                      containers:
                      - {name: main, image: cuda, resources: {limits: {nvidia.com/gpumem-percentage: 50}}}
                    """.formatted(node));
            SITE.claims().awaitRunning("on-" + node);
        }
        assertEquals(List.of("40779Mi"), SITE.claims().consumed("on-n1", "memory"));
        assertEquals(List.of("11517Mi"), SITE.claims().consumed("on-n2", "memory"));
        running("rest", "gpumem-percentage=50");
        waiting("more", "gpumem-percentage=51");
    }

    @Test
    void anExclusiveCardAndSharersKeepOutOfEachOthersWay() {
        onNode1(Cards.of("n1", A100, 81559, 2));
        running("sharer", "gpumem=1000");
        running("exclusive", "gpu=1");
        assertNotEquals(SITE.claims().cards("sharer"), SITE.claims().cards("exclusive"));
        waiting("second-exclusive", "gpu=1");
        String text = described("second-exclusive", "WaitingForCard");
        assertTrue(text.contains("n1: 2 cards, none of them idle"), text);
        running("second-sharer", "gpumem=1000 gpucores=60");
        assertEquals(SITE.claims().cards("sharer"), SITE.claims().cards("second-sharer"));
        SITE.kubectl().ok("delete", "pod", "exclusive");
        SITE.claims().awaitRunning("second-exclusive");
        waiting("third-exclusive", "gpu=1 gpumem=1000 gpucores=100");
    }

    private static void annotated(String name, String annotations, String limits) {
        SITE.create("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, annotations: {%s}}
                spec:
                  containers:
                  - {name: main, image: cuda, resources: {limits: {%s}}}
                """.formatted(name, annotations, limits));
    }

    @Test
    void typeAndUuidAnnotationsChooseAndExclude() {
        SITE.cards(Map.of("n1", Cards.of("n1", A100, 81559, 4), "n2", Cards.of("n2", L4, 23034, 1)));
        annotated("l4", "nvidia.com/use-gputype: 'l4,T4'", "nvidia.com/gpumem: 100");
        annotated("not-a100", "nvidia.com/nouse-gputype: A100", "nvidia.com/gpumem: 100");
        annotated("this-one", "nvidia.com/use-gpuuuid: GPU-n1-1", "nvidia.com/gpumem: 100");
        annotated("neither", "nvidia.com/nouse-gpuuuid: 'GPU-n1-0,GPU-n2-0'", "nvidia.com/gpu: 2");
        List.of("l4", "not-a100", "this-one", "neither").forEach(SITE.claims()::awaitRunning);
        assertEquals(List.of("n2/gpu-0"), SITE.claims().cards("l4"));
        assertEquals(List.of("n2/gpu-0"), SITE.claims().cards("not-a100"));
        assertEquals(List.of("n1/gpu-1"), SITE.claims().cards("this-one"));
        annotated("none", "nvidia.com/use-gputype: H100", "nvidia.com/gpumem: 100");
        String text = described("none", "WaitingForCard");
        assertTrue(text.contains("of an allowed type, there is " + L4), text);
    }

    @Test
    void cardsOfOneNumaNodeAreBoundTogether() {
        onNode1(Cards.of("n1", A100, 81559, 8));
        annotated("four", "nvidia.com/numa-bind: 'true'", "nvidia.com/gpu: 4, nvidia.com/gpumem: 100");
        annotated("five", "nvidia.com/numa-bind: 'true'", "nvidia.com/gpu: 5, nvidia.com/gpumem: 100");
        SITE.claims().awaitRunning("four");
        SITE.claims().awaitUnschedulable("five");
        assertEquals(
                1,
                SITE.claims().cards("four").stream()
                        .map(card -> Integer.parseInt(card.substring("n1/gpu-".length())) / 4)
                        .distinct()
                        .count());
    }

    @Test
    void anInitContainerSharesTheClaimOfTheAppAndASidecarHasItsOwn() {
        onNode1(Cards.of("n1", A100, 81559, 1));
        SITE.create("""
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  initContainers:
                  - {name: prepare, image: cuda, resources: {limits: {nvidia.com/gpumem: 2000}}}
                  - {name: beside, image: cuda, restartPolicy: Always, resources: {limits: {nvidia.com/gpumem: 500}}}
                  containers:
                  - {name: main, image: cuda, resources: {limits: {nvidia.com/gpumem: 3000}}}
                """);
        SITE.claims().awaitRunning("p");
        assertEquals(
                List.of("3000Mi", "500Mi"),
                SITE.claims().consumed("p", "memory").stream().sorted().toList());
    }
}
