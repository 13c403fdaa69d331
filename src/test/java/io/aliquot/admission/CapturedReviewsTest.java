package io.aliquot.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@QuarkusTest
@QuarkusTestResource(WebhookCertificate.class)
class CapturedReviewsTest {
    private static final int CLIENTS = 64;

    @TestHTTPResource(value = "/", tls = true)
    private URI server = URI.create("");

    private Client client;

    @BeforeEach
    void connect() throws Exception {
        client = new Client(server);
    }

    static Stream<String> reviews() {
        return Reviews.names();
    }

    @ParameterizedTest
    @MethodSource("reviews")
    void a_review_is_answered_and_the_second_pass_changes_nothing(String name) throws Exception {
        ObjectNode review = (ObjectNode) Client.JSON.readTree(Reviews.bytes(name));
        JsonNode response = client.review(review);
        assertEquals(review.at("/request/uid"), response.path("uid"));
        if (!response.path("allowed").asBoolean()) {
            assertEquals(422, response.at("/status/code").asInt(), response::toString);
            assertTrue(response.at("/status/message").asText().startsWith("spec."), response::toString);
            assertFalse(response.has("patch"));
            return;
        }
        assertEquals(response.has("patch"), response.path("patchType").asText().equals("JSONPatch"));
        ObjectNode patched = Client.patched(review, response);
        JsonNode again = client.review(patched);
        assertTrue(again.path("allowed").asBoolean(), again::toString);
        assertFalse(again.has("patch"), again::toString);
    }

    @Test
    void a_pod_with_a_share_gets_a_claim_and_loses_the_old_names() throws Exception {
        ObjectNode review = (ObjectNode) Client.JSON.readTree(Reviews.bytes("pod-count-mem-cores.01-create.json"));
        JsonNode pod = Client.patched(review, client.review(review)).at("/request/object");
        assertFalse(pod.at("/spec/containers/0/resources").has("limits"));
        assertEquals(
                "gpu-app", pod.at("/spec/containers/0/resources/claims/0/name").asText());
        assertTrue(pod.at("/spec/resourceClaims/0/resourceClaimTemplateName")
                .asText()
                .startsWith("aliquot-"));
    }

    @Test
    void many_clients_at_once_get_the_answers_that_one_gets() throws Exception {
        List<String> names = Reviews.names().toList();
        List<JsonNode> expected = new ArrayList<>();
        for (String name : names) {
            expected.add(client.review(Client.JSON.readTree(Reviews.bytes(name))));
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<Void>> runs = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int first = i;
                runs.add(threads.submit((Callable<Void>) () -> {
                    for (int j = 0; j < names.size(); j++) {
                        int index = (first + j) % names.size();
                        assertEquals(
                                expected.get(index),
                                client.review(Client.JSON.readTree(Reviews.bytes(names.get(index)))),
                                names.get(index));
                    }
                    return null;
                }));
            }
            for (Future<Void> run : runs) {
                run.get();
            }
        }
    }
}
