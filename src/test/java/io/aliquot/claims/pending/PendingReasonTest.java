package io.aliquot.claims.pending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aliquot.claims.Stored;
import io.aliquot.claims.inventory.Inventory;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** n1 has two A100 of 81559 MiB, n2 one L4 of 23034 MiB. */
class PendingReasonTest {
    private static final String IDLE = "";
    private static final String ROOM = "";

    static Stream<Arguments> cases() {
        return Stream.of(
                Arguments.of("gpumem=8000", "", IDLE, ROOM),
                Arguments.of("gpu=1", "", IDLE, ROOM),
                Arguments.of(
                        "gpumem=90000",
                        "",
                        IDLE,
                        "n1: 2 cards, most free memory 81559 MiB of 90000 MiB asked;"
                                + " n2: 1 card, most free memory 23034 MiB of 90000 MiB asked"),
                Arguments.of(
                        "gpumem=8000",
                        "",
                        "n1/gpu-0 75415 0; n1/gpu-1 77000 0; n2/gpu-0 20000 0",
                        "n1: 2 cards, most free memory 6144 MiB of 8000 MiB asked;"
                                + " n2: 1 card, most free memory 3034 MiB of 8000 MiB asked"),
                Arguments.of(
                        "gpumem=10 gpucores=60",
                        "",
                        "n1/gpu-0 10 70; n1/gpu-1 10 50; n2/gpu-0 10 41",
                        "n1: 2 cards, most free cores 50 of 60 asked; n2: 1 card, most free cores 59 of 60 asked"),
                Arguments.of(
                        "gpu=1",
                        "",
                        "n1/gpu-0 10 0; n1/gpu-1 10 0; n2/gpu-0 10 0",
                        "n1: 2 cards, none of them idle; n2: 1 card, none of them idle"),
                Arguments.of(
                        "gpu=2", "", "n1/gpu-0 10 0", "n1: 2 cards, only 1 of 2 asked idle; n2: 1 card of 2 asked"),
                Arguments.of("gpu=3 gpumem=10", "", IDLE, "n1: 2 cards of 3 asked; n2: 1 card of 3 asked"),
                Arguments.of(
                        "gpu=2 gpumem=8000",
                        "",
                        "n1/gpu-0 80000 0",
                        "n1: 2 cards, only 1 of 2 asked with memory 8000 MiB free, the next has 1559 MiB;"
                                + " n2: 1 card of 2 asked"),
                Arguments.of(
                        "gpumem=10",
                        "use-gputype=H100",
                        IDLE,
                        "n1: 2 cards, none of an allowed type, there is NVIDIA A100-SXM4-80GB;"
                                + " n2: 1 card, none of an allowed type, there is NVIDIA L4"),
                Arguments.of("gpumem=10", "nouse-gputype=a100", IDLE, ROOM),
                Arguments.of(
                        "gpumem=30000",
                        "nouse-gputype=a100",
                        IDLE,
                        "n1: 2 cards, none of an allowed type, there is NVIDIA A100-SXM4-80GB;"
                                + " n2: 1 card, most free memory 23034 MiB of 30000 MiB asked"),
                Arguments.of(
                        "gpumem=10",
                        "use-gpuuuid=GPU-9",
                        IDLE,
                        "n1: 2 cards, none with an allowed UUID; n2: 1 card, none with an allowed UUID"),
                Arguments.of(
                        "gpu=2 gpumem=10",
                        "use-gpuuuid=GPU-a1000000-0000-4000-8000-000000000001",
                        IDLE,
                        "n1: 2 cards, only 1 of 2 asked with an allowed UUID; n2: 1 card of 2 asked"),
                Arguments.of(
                        "gpu=2 gpumem=10",
                        "numa-bind=true",
                        IDLE,
                        "n1: 2 cards fit, but no 2 of them have the same resource.kubernetes.io/numaNode;"
                                + " n2: 1 card of 2 asked"),
                Arguments.of(
                        "gpumem-percentage=50",
                        "",
                        "n1/gpu-0 50000 0; n1/gpu-1 60000 0; n2/gpu-0 20000 0",
                        "n1: 2 cards, most free memory 31559 MiB of 40779 MiB asked;"
                                + " n2: 1 card, most free memory 3034 MiB of 11517 MiB asked"),
                Arguments.of("gpumem-percentage=50", "", "n1/gpu-0 50000 0; n1/gpu-1 60000 0", ROOM),
                Arguments.of(
                        "gpumem=50000 gpucores=50",
                        "use-gputype=a100",
                        "n1/gpu-0 50000 0; n1/gpu-1 10 90",
                        "n1: 2 cards, each is short of something: gpu-0 has 31559 MiB and cores 100 free;"
                                + " gpu-1 has 81549 MiB and cores 10 free;"
                                + " n2: 1 card, none of an allowed type, there is NVIDIA L4"));
    }

    @ParameterizedTest(name = "{0} {1} while {2}")
    @MethodSource("cases")
    void itSaysWhatIsShortOnWhichNode(String limits, String annotations, String inUse, String expected) {
        String reason = reason(List.of(limits), annotations, Stored.slices(), claims(inUse))
                .orElse(ROOM);
        assertEquals(expected, reason);
    }

    private static Optional<String> reason(
            List<String> limits, String annotations, List<ResourceSlice> slices, List<ResourceClaim> claims) {
        return new PendingReason(Stored.MAPPING)
                .of(Stored.asks(Stored.pod("p", limits, annotations), Stored.cards()), Inventory.of(slices, claims));
    }

    private static List<ResourceClaim> claims(String inUse) {
        List<ResourceClaim> claims = new ArrayList<>();
        for (String use : inUse.isEmpty() ? new String[0] : inUse.split("; ", -1)) {
            String[] words = use.split("[ /]", -1);
            String consumed = "memory=%sMi cores=%s shares=100".formatted(words[2], words[3]);
            claims.add(Stored.allocated("user-" + claims.size(), words[0], words[1], consumed));
        }
        return claims;
    }

    @Test
    void sharesRunOutBeforeMemoryDoes() {
        List<ResourceClaim> sharers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            for (String card : List.of("n1/gpu-0", "n1/gpu-1", "n2/gpu-0")) {
                sharers.addAll(claims(card + " 10 0"));
            }
        }
        assertEquals(
                Optional.of(
                        "n1: 2 cards, most free shares 0 of 100 asked; n2: 1 card, most free shares 0 of 100 asked"),
                reason(List.of("gpumem=10"), "", Stored.slices(), sharers));
    }

    @Test
    void theClaimsOfAPodMustFitTogether() {
        assertEquals(Optional.empty(), reason(List.of("gpumem=50000", "gpumem=50000"), "", Stored.slices(), List.of()));
        assertEquals(
                Optional.of("n1: 2 cards, most free memory 31559 MiB of 50000 MiB asked;"
                        + " n2: 1 card, most free memory 23034 MiB of 50000 MiB asked"),
                reason(List.of("gpumem=50000", "gpumem=50000", "gpumem=50000"), "", Stored.slices(), List.of()));
    }

    @Test
    void withoutAnyCardItAsksForTheNodeDriver() {
        assertEquals(
                Optional.of("no ResourceSlice has a card of the driver gpu.aliquot.io; does its node driver run?"),
                reason(List.of("gpumem=10"), "", List.of(), List.of()));
    }

    @Test
    void aTaintedCardIsNotOffered() {
        List<ResourceSlice> slices = Stored.slices(Stored.file("slices.yaml")
                .replace(
                        "    allowMultipleAllocations: true",
                        "    allowMultipleAllocations: true\n    taints: [{key: unhealthy, effect: NoSchedule}]"));
        assertEquals(
                Optional.of("n1: 2 cards, none without a taint; n2: 1 card, none without a taint"),
                reason(List.of("gpumem=10"), "", slices, List.of()));
    }

    @Test
    void aHugeClusterStillFitsIntoAnEvent() {
        List<ResourceSlice> slices = new ArrayList<>();
        String one = Stored.file("slices.yaml").split("(?m)^---$", -1)[1];
        for (int i = 0; i < 500; i++) {
            slices.addAll(Stored.slices(one.replaceAll("\\bn2\\b", "node-" + i)));
        }
        String reason = reason(List.of("gpumem=30000"), "", slices, List.of()).orElseThrow();
        assertTrue(reason.length() <= 1000, reason);
        assertTrue(reason.matches(".*; and \\d+ more nodes"), reason);
    }
}
