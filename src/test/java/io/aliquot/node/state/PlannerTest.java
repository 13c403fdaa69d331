package io.aliquot.node.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannerTest {
    private final Planner planner = new Planner(Cards.DRIVER, Cards.NODE, Cards.TWO);

    /** Prepared before: claim a, then b; the plan is for claim c. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        # what it shows                        | prepared before                            | allocation                                                  | plan
        a part of the memory is limited        | -                                          | g0@gpu-0 memory=8000Mi cores=0 shares=100                   | c-g0 gpu-0 LIMITED 8388608000 0
        a part of the time is limited          | -                                          | g0@gpu-0 memory=81559Mi cores=30 shares=100                 | c-g0 gpu-0 LIMITED 85520809984 30
        a whole card is not                    | -                                          | g0@gpu-0 memory=81559Mi cores=100 shares=1k                 | c-g0 gpu-0 WHOLE 85520809984 100
        nor is all memory without cores        | -                                          | g0@gpu-0 memory=81559Mi cores=0 shares=100                  | c-g0 gpu-0 WHOLE 85520809984 0
        99 cores are a limit                   | -                                          | g0@gpu-0 memory=81559Mi cores=99 shares=100                 | c-g0 gpu-0 LIMITED 85520809984 99
        one mebibyte less is a limit           | -                                          | g0@gpu-0 memory=81558Mi cores=100 shares=100                | c-g0 gpu-0 LIMITED 85519761408 100
        decimal quantities are exact           | -                                          | g0@gpu-0 memory=8388608001 cores=0 shares=1                 | c-g0 gpu-0 LIMITED 8388608001 0
        names with the driver's domain count   | -                                          | g0@gpu-0 gpu.aliquot.io/memory=1Gi cores=0 shares=1         | c-g0 gpu-0 LIMITED 1073741824 0
        a subrequest answers its request       | -                                          | g0/big@gpu-1 memory=1Gi cores=0 shares=1                    | c-g0 gpu-1 LIMITED 1073741824 0
        two requests have limits of their own  | -                                          | g0@gpu-0 memory=1Gi cores=0 shares=1; g1@gpu-1 memory=2Gi cores=50 shares=1 | c-g0 gpu-0 LIMITED 1073741824 0, c-g1 gpu-1 LIMITED 2147483648 50
        two devices of one request are told apart | -                                       | g0@gpu-0 memory=1Gi cores=0 shares=1; g0@gpu-1 memory=1Gi cores=0 shares=1 | c-g0 gpu-0 LIMITED 1073741824 0, c-g0.1 gpu-1 LIMITED 1073741824 0
        a card may be half whole, half shared  | -                                          | g0@gpu-0 memory=81559Mi cores=0 shares=1k; g1@gpu-1 memory=1Gi cores=0 shares=1 | c-g0 gpu-0 WHOLE 85520809984 0, c-g1 gpu-1 LIMITED 1073741824 0
        admin access takes nothing             | a@gpu-0 memory=81559Mi cores=100 shares=1k | g0@gpu-0 admin                                              | c-g0 gpu-0 ADMIN 0 0
        what is left may be taken to the byte  | a@gpu-0 memory=80559Mi cores=60 shares=900 | g0@gpu-0 memory=1000Mi cores=40 shares=100                  | c-g0 gpu-0 LIMITED 1048576000 40
        others on the other card don't matter  | a@gpu-1 memory=81559Mi cores=100 shares=1k | g0@gpu-0 memory=1000Mi cores=40 shares=100                  | c-g0 gpu-0 LIMITED 1048576000 40
        memory beyond what is left             | a@gpu-0 memory=80559Mi cores=0 shares=1    | g0@gpu-0 memory=1001Mi cores=0 shares=1                     | refused: device gpu-0: memory 1049624576 does not fit: 1048576000 of 85520809984 not taken by prepared claims
        cores beyond what is left              | a@gpu-0 memory=1Gi cores=61 shares=1       | g0@gpu-0 memory=1Gi cores=40 shares=1                       | refused: device gpu-0: cores 40 does not fit: 39 of 100 not taken by prepared claims
        places beyond what is left             | a@gpu-0 memory=1Gi cores=0 shares=901      | g0@gpu-0 memory=1Gi cores=0 shares=100                      | refused: device gpu-0: shares 100 does not fit: 99 of 1000 not taken by prepared claims
        two shares of one claim add up         | -                                          | g0@gpu-0 memory=41Gi cores=0 shares=1; g1@gpu-0 memory=41Gi cores=0 shares=1 | refused: device gpu-0: memory 88046829568 does not fit: 85520809984 of 85520809984 not taken by prepared claims
        a card that is gone                    | -                                          | g0@gpu-7 memory=1Gi cores=0 shares=1                        | refused: status.allocation.devices.results[0].device: this node has no usable card gpu-7
        no device of ours                      | -                                          | -                                                           | refused: status.allocation.devices.results: no device of gpu.aliquot.io
        memory of nothing                      | -                                          | g0@gpu-0 memory=0 cores=0 shares=1                          | refused: status.allocation.devices.results[0].consumedCapacity.memory: 0 is not a number from 1 on
        negative cores                         | -                                          | g0@gpu-0 memory=1 cores=-1 shares=1                         | refused: status.allocation.devices.results[0].consumedCapacity.cores: -1 is not a number from 0 on
        a number beyond all cards              | -                                          | g0@gpu-0 memory=8E cores=0 shares=1                         | refused: status.allocation.devices.results[0].consumedCapacity.memory: 8000000000000000000 is not a number from 1 on
        """)
    void plans(String what, String before, String allocation, String plan) {
        assertEquals(plan, describe(planner.plan(Cards.allocation("c", text(allocation)), before(before), "lib")));
    }

    @Test
    void missingNumbersAreRefusedAllAtOnceAndNeverMeanUnlimited() {
        Plan plan = planner.plan(Cards.allocation("c", "g0@gpu-0; g1@gpu-9 memory=1Gi"), List.of(), "lib");
        List<String> problems = ((Plan.Refused) plan).problems();
        assertEquals(6, problems.size(), problems.toString());
        assertTrue(problems.getFirst().contains("consumedCapacity.memory: missing"), problems.toString());
    }

    @Test
    void aClaimThatIsPreparedAlreadyIsNotCountedAgainstItself() {
        Allocation all = Cards.allocation("c", "g0@gpu-0 memory=81559Mi cores=100 shares=1k");
        PreparedClaim first = accepted(planner.plan(all, List.of(), "lib"));
        assertEquals(first, accepted(planner.plan(all, List.of(first), "lib")));
    }

    @Test
    void anotherAllocationOfTheSameClaimIsNoticed() {
        Allocation was = Cards.allocation("c", "g0@gpu-0 memory=1Gi cores=0 shares=1 share=s1");
        PreparedClaim claim = accepted(planner.plan(was, List.of(), "lib"));
        assertTrue(planner.isFor(claim, was));
        for (String other : List.of(
                "g0@gpu-1 memory=1Gi cores=0 shares=1 share=s1",
                "g0@gpu-0 memory=2Gi cores=0 shares=1 share=s1",
                "g0@gpu-0 memory=1Gi cores=5 shares=1 share=s1",
                "g0@gpu-0 memory=1Gi cores=0 shares=1 share=s2",
                "g1@gpu-0 memory=1Gi cores=0 shares=1 share=s1",
                "g0@gpu-0 admin share=s1",
                "")) {
            assertFalse(planner.isFor(claim, Cards.allocation("c", other)), other);
        }
    }

    private static Planner with(OfferedCard card) {
        return new Planner(Cards.DRIVER, Cards.NODE, Map.of(card.device(), card));
    }

    private static OfferedCard card(String device, String uuid, String cdi) {
        return new OfferedCard(device, uuid, cdi, new Amount(Cards.MEMORY, 100, 1000));
    }

    @Test
    void aPreparedClaimKeepsItsCardWhateverThatIsCalledNow() {
        PreparedClaim claim =
                accepted(planner.plan(Cards.allocation("c", "g0@gpu-0 memory=1Gi cores=0 shares=1"), List.of(), "lib"));
        String uuid = claim.devices().getFirst().uuid();
        assertEquals(claim, accepted(planner.again(claim)));
        PreparedClaim renamed =
                accepted(with(card("gpu-7", uuid, "nvidia.com/gpu=7")).again(claim));
        assertEquals("nvidia.com/gpu=7", renamed.devices().getFirst().cdiDevice());
        assertEquals(uuid, renamed.devices().getFirst().uuid());
    }

    @Test
    void aPreparedClaimWhoseCardDoesNotAnswerStaysAsItIsAndOneWhoseCardWasReplacedIsRefused() {
        PreparedClaim claim =
                accepted(planner.plan(Cards.allocation("c", "g0@gpu-0 memory=1Gi cores=0 shares=1"), List.of(), "lib"));
        assertEquals(
                claim, accepted(with(card("gpu-1", "GPU-x", "nvidia.com/gpu=1")).again(claim)));
        assertTrue(describe(with(card("gpu-0", "GPU-x", "nvidia.com/gpu=0")).again(claim))
                .startsWith("refused: device gpu-0 is card GPU-x now, the claim was prepared for GPU-00000000"));
    }

    @Test
    void aCardOfAnotherNodeIsRefusedThoughOneHereHasItsName() {
        Allocation here = Cards.allocation("c", "g0@gpu-0 memory=1Gi cores=0 shares=1");
        AllocatedDevice one = here.devices().getFirst();
        AllocatedDevice there = new AllocatedDevice(
                one.request(), "n2", one.device(), one.shareId(), one.adminAccess(), one.consumed());
        assertEquals(
                new Plan.Refused(
                        List.of("status.allocation.devices.results[0].pool: n2 is another node's, this one's is n1")),
                planner.plan(new Allocation(here.claim(), here.pods(), List.of(there)), List.of(), "lib"));
    }

    @Test
    void whoTakesNothingFitsOnACardThatHasLessThanWasGivenOut() {
        Allocation all = Cards.allocation("a", "g0@gpu-0 memory=81559Mi cores=0 shares=100");
        OfferedCard was = Cards.card(0);
        OfferedCard is = new OfferedCard(was.device(), was.uuid(), was.cdiDevice(), new Amount(1 << 20, 100, 1000));
        Planner later = new Planner(Cards.DRIVER, Cards.NODE, Map.of("gpu-0", is));
        List<PreparedClaim> prepared = List.of(accepted(planner.plan(all, List.of(), "lib")));
        assertEquals(
                "c-g0 gpu-0 ADMIN 0 0", describe(later.plan(Cards.allocation("c", "g0@gpu-0 admin"), prepared, "lib")));
    }

    private List<PreparedClaim> before(String text) {
        List<PreparedClaim> claims = new ArrayList<>();
        if (text != null) {
            claims.add(accepted(planner.plan(Cards.allocation("a", text), List.of(), "lib")));
        }
        return claims;
    }

    private static String text(String allocation) {
        return allocation == null ? "" : allocation;
    }

    private static PreparedClaim accepted(Plan plan) {
        return ((Plan.Accepted) plan).claim();
    }

    private static String describe(Plan plan) {
        return switch (plan) {
            case Plan.Refused refused -> "refused: " + String.join("; ", refused.problems());
            case Plan.Accepted accepted ->
                accepted.claim().devices().stream()
                        .map(d -> d.name() + " " + d.device() + " " + d.treatment() + " "
                                + d.taken().memory() + " " + d.taken().cores())
                        .collect(Collectors.joining(", "));
        };
    }
}
