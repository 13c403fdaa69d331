package io.aliquot.node.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeEventsTest {
    private static final String OF_TEAM = "/api/v1/namespaces/team/events";
    private static final String OF_NODES = "/api/v1/namespaces/default/events";
    private static final ObjectReference POD = new ObjectReferenceBuilder()
            .withKind("Pod")
            .withNamespace("team")
            .withName("a")
            .withUid("pa")
            .build();
    private StandIn api;
    private NodeEvents events;

    @BeforeEach
    void start() throws IOException {
        api = new StandIn();
        events = new NodeEvents(api.client, "n1", () -> true);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void anEventIsInTheNamespaceOfWhatItIsAbout() {
        assertTrue(events.warn(POD, "UnlimitedProcess", "x".repeat(2000)));
        assertTrue(events.warn(events.self(), "CardNotOffered", "none"));
        assertEquals(List.of("POST " + OF_TEAM, "POST " + OF_NODES), api.requests);
    }

    @Test
    void oneThatIsRefusedGoesToTheNodeInsteadAndIsNotTriedForEver() {
        api.refusals.put(OF_TEAM, 403);
        assertTrue(events.warn(POD, "UnlimitedProcess", "process 7"));
        assertEquals(List.of("POST " + OF_TEAM, "POST " + OF_NODES), api.requests);
        api.refusals.put(OF_NODES, 403);
        assertTrue(events.warn(POD, "UnlimitedProcess", "process 7"));
        assertEquals(4, api.requests.size());
    }

    @Test
    void oneThatDidNotArriveIsSentAgain() {
        for (int code : List.of(401, 429, 500, 503)) {
            api.refusals.put(OF_TEAM, code);
            assertFalse(events.warn(POD, "UnlimitedProcess", "process 7"), String.valueOf(code));
        }
        api.vanish();
        assertFalse(events.warn(events.self(), "UnlimitedProcess", "process 7"));
    }
}
