package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.config.MappingFile;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several cards as one request with a count, on the releases whose scheduler gives different cards to it. */
@Tag("e2e")
@DisabledIfEnvironmentVariable(
        named = "K8S",
        matches = "1\\.3[45]",
        disabledReason = "schedulers before 1.36 may give one card twice")
class CardsInOneRequestIT {
    @RegisterExtension
    static final Site SITE =
            new Site(MappingFile.defaultText().replace("cardsInOneRequest: false", "cardsInOneRequest: true"));

    @BeforeEach
    void eightCards() {
        SITE.cards(Map.of("n1", Cards.of("n1", "NVIDIA A100-SXM4-80GB", 81559, 8)));
    }

    private static void runsOnDifferentCards(int cards, String pod, String limits) {
        SITE.pod(pod, limits);
        SITE.claims().awaitRunning(pod);
        assertEquals(
                1, SITE.claims().of(pod).getFirst().at("/spec/devices/requests").size());
        List<String> given = SITE.claims().cards(pod);
        assertEquals(cards, given.size());
        assertEquals(cards, new HashSet<>(given).size(), given::toString);
    }

    @Test
    void sharesAndWholeCardsOfOneRequestAreOfDifferentCards() {
        runsOnDifferentCards(2, "two", "gpu=2 gpumem=1000");
        runsOnDifferentCards(8, "eight", "gpu=8 gpumem=1000 gpucores=10");
        SITE.kubectl().ok("delete", "pod", "two", "eight");
        runsOnDifferentCards(8, "whole", "gpu=8");
    }

    @Test
    void onOneNumaNode() {
        SITE.create("""
                apiVersion: v1
                kind: Pod
                metadata: {name: near, annotations: {nvidia.com/numa-bind: "true"}}
                spec:
                  containers:
                  - {name: main, image: cuda, resources: {limits: {nvidia.com/gpu: 4, nvidia.com/gpumem: 100}}}
                """);
        SITE.claims().awaitRunning("near");
        assertEquals(4, new HashSet<>(SITE.claims().cards("near")).size());
    }

    @Test
    void thatTheyAreTooFewIsSaidWithNumbers() {
        SITE.pod("nine", "gpu=9 gpumem=1000");
        SITE.claims().awaitUnschedulable("nine");
        String text = Await.value(
                "kubectl describe pod tells it",
                () -> Optional.of(SITE.kubectl().ok("describe", "pod", "nine"))
                        .filter(described -> described.contains("WaitingForCard")));
        assertTrue(text.contains("n1: 8 cards of 9 asked"), text);
    }
}
