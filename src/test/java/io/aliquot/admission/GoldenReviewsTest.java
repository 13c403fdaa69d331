package io.aliquot.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.rewrite.golden.GoldenCase;
import io.aliquot.rewrite.golden.GoldenCases;
import io.aliquot.rewrite.golden.Yaml;
import io.quarkus.arc.Arc;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The golden cases as the API server sends them: an AdmissionReview over TLS, and the answer's patch applied. */
@QuarkusTest
@QuarkusTestResource(value = WebhookCertificate.class, restrictToAnnotatedClass = true)
@TestProfile(GoldenReviewsTest.OwnWorld.class)
class GoldenReviewsTest {
    /** A server whose mapping and cards a test may set. */
    public static final class OwnWorld implements QuarkusTestProfile {
        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return Set.of(SetMapping.class, SetCards.class);
        }
    }

    @TestHTTPResource(value = "/", tls = true)
    private URI server = URI.create("");

    private Client client;

    @BeforeEach
    void connect() throws Exception {
        client = new Client(server);
    }

    static Stream<GoldenCase> cases() {
        return GoldenCases.all().stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_review_of_the_case_is_answered_as_its_expected_file_says(GoldenCase golden) throws Exception {
        bean(SetMapping.class).set(golden.mapping());
        bean(SetCards.class).set(golden.cards());
        List<JsonNode> expected = Yaml.read(golden.expectedFile());
        for (int i = 0; i < expected.size(); i++) {
            GoldenCase.Example example = golden.examples().get(i);
            ObjectNode review = Reviews.of(example.pod(), example.oldPod());
            check(golden.name() + " " + (i + 1), review, client.review(review), expected.get(i));
        }
    }

    /** By look-up, since other tests' servers do not have these beans and would not start with a field of them. */
    private static <T> T bean(Class<T> type) {
        return Arc.container().instance(type).get();
    }

    private static void check(String name, ObjectNode review, JsonNode response, JsonNode expected) throws IOException {
        String outcome = expected.path("outcome").asText();
        assertEquals(review.at("/request/uid"), response.path("uid"), name);
        assertEquals(!outcome.equals("refused"), response.path("allowed").asBoolean(), name + response);
        assertEquals(outcome.equals("rewritten"), response.has("patch"), name + response);
        if (outcome.equals("refused")) {
            assertEquals(422, response.at("/status/code").asInt(), name);
            assertEquals(problems(expected), response.at("/status/message").asText(), name);
        }
        assertEquals(
                expected.path("warnings").isEmpty(), response.path("warnings").isEmpty(), name + response);
        JsonNode pod = Client.patched(review, response).at("/request/object");
        JsonNode wanted = outcome.equals("rewritten") ? expected.path("pod") : review.at("/request/object");
        assertEquals(Client.JSON.readTree(wanted.toString()), pod, name);
    }

    /** The expected file puts the reason before each problem. */
    private static String problems(JsonNode expected) {
        return expected.path("problems")
                .valueStream()
                .map(problem -> problem.asText().split(" ", 2)[1])
                .collect(Collectors.joining("\n"));
    }
}
