package io.aliquot.node.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.aliquot.model.Quantity;
import io.aliquot.node.prepare.ClaimUnusable;
import io.aliquot.node.state.AllocatedDevice;
import io.aliquot.node.state.Allocation;
import io.aliquot.node.state.ClaimId;
import io.aliquot.node.state.PodName;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApiClaimsTest {
    private static final String ALL = "/apis/resource.k8s.io/v1/resourceclaims";
    private static final String ONE = "/apis/resource.k8s.io/v1/namespaces/team/resourceclaims/train";
    private static final ClaimId ID = new ClaimId("team", "train", "u1");
    private static final String RESERVED = """
            reservedFor:
            - {resource: pods, name: a, uid: pa}
            - {resource: pods, name: b, uid: pb}
            - {apiGroup: kueue.x-k8s.io, resource: workloads, name: w, uid: w1}
            """;
    private static final String RESULTS = """
            allocation:
              devices:
                results:
                - {request: g0/big, driver: gpu.aliquot.io, pool: n1, device: gpu-0, shareID: s1, consumedCapacity: {memory: 8000Mi, cores: "30", shares: "100"}}
                - {request: nic, driver: nic.example.com, pool: n1, device: nic-0}
                - {request: look, driver: gpu.aliquot.io, pool: n1, device: gpu-1, adminAccess: true}
            """;
    private StandIn api;
    private ApiClaims claims;

    @BeforeEach
    void start() throws IOException {
        api = new StandIn();
        claims = new ApiClaims(api.client, "gpu.aliquot.io", "n1");
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private static String claim(String name, String uid, String status) {
        return "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {namespace: team, name: " + name
                + ", uid: " + uid + "}\nstatus:\n" + (status.isEmpty() ? "  {}\n" : status.indent(2));
    }

    private static String list(String next, String... items) {
        StringBuilder text =
                new StringBuilder("apiVersion: resource.k8s.io/v1\nkind: ResourceClaimList\nmetadata: {continue: '"
                        + next + "'}\nitems:\n");
        for (String item : items) {
            text.append("- ").append(item.indent(2).stripLeading());
        }
        return text.toString();
    }

    private String unusable(String status) {
        api.answer(ONE, claim("train", "u1", status));
        return String.valueOf(
                assertThrows(ClaimUnusable.class, () -> claims.read(ID)).getMessage());
    }

    @Test
    void readsOurDevicesAndThePodsOfAClaim() throws Exception {
        api.answer(ONE, claim("train", "u1", RESERVED + RESULTS));
        Allocation read = claims.read(ID);
        assertEquals(List.of(new PodName("team", "a", "pa"), new PodName("team", "b", "pb")), read.pods());
        assertEquals(
                List.of(
                        new AllocatedDevice(
                                "g0/big",
                                "n1",
                                "gpu-0",
                                Optional.of("s1"),
                                false,
                                Map.of(
                                        "memory",
                                        quantity("8000Mi"),
                                        "cores",
                                        quantity("30"),
                                        "shares",
                                        quantity("100"))),
                        new AllocatedDevice("look", "n1", "gpu-1", Optional.empty(), true, Map.of())),
                read.devices());
    }

    private static Quantity quantity(String text) {
        return Quantity.parse(text).orElseThrow();
    }

    @Test
    void aClaimThatIsNotThereHasAnotherUidOrNoAllocationIsUnusable() throws Exception {
        assertEquals(
                "there is no such claim",
                assertThrows(ClaimUnusable.class, () -> claims.read(ID)).getMessage());
        api.answer(ONE, claim("train", "u2", RESERVED + RESULTS));
        assertEquals(
                "it has uid u2 now",
                assertThrows(ClaimUnusable.class, () -> claims.read(ID)).getMessage());
        assertEquals("status.allocation: it is not allocated", unusable(""));
        assertEquals("status.allocation: it is not allocated", unusable(RESERVED));
        assertEquals("status.reservedFor: it is reserved for no pod", unusable(RESULTS));
    }

    @Test
    void parametersForThisDriverAreNotPassedOver() {
        String opaque = """
                    config:
                    - {source: FromClaim, opaque: {driver: gpu.aliquot.io, parameters: {sharing: mps}}}
                    - {source: FromClass, opaque: {driver: nic.example.com, parameters: {}}}
                """;
        assertEquals(
                "status.allocation.devices.config: parameters for driver gpu.aliquot.io of the claim: it takes none;"
                        + " ask for capacity instead",
                unusable(RESERVED + RESULTS + opaque));
    }

    @Test
    void anApiServerThatDoesNotAnswerIsNoUnusableClaim() {
        api.vanish();
        assertThrows(IOException.class, () -> claims.read(ID));
    }

    @Test
    void thoseOfThisNodeAreReadPageByPage() throws IOException {
        String elsewhere = RESULTS.replace("pool: n1", "pool: n2");
        api.answer(ALL + "?limit=100", list("two", claim("a", "1", RESERVED + RESULTS), claim("b", "2", RESULTS)));
        api.answer(
                ALL + "?continue=two&limit=100",
                list(
                        "",
                        claim("c", "3", RESERVED + elsewhere),
                        claim("d", "4", RESERVED + RESULTS),
                        claim("e", "5", "")));
        assertEquals(
                List.of("a", "d"),
                claims.allocatedHere().stream().map(one -> one.claim().name()).toList());
    }
}
