package io.aliquot.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@QuarkusTest
@QuarkusTestResource(WebhookCertificate.class)
class MalformedInputTest {
    private static final String GOOD =
            new String(Reviews.bytes("pod-count-mem-cores.01-create.json"), StandardCharsets.UTF_8);

    @TestHTTPResource(value = "/", tls = true)
    private URI server = URI.create("");

    private Client client;

    @BeforeEach
    void connect() throws Exception {
        client = new Client(server);
    }

    static Stream<Arguments> bodies() {
        return Stream.of(
                Arguments.of("", "the body is empty"),
                Arguments.of("   ", "not an AdmissionReview"),
                Arguments.of("hello", "not JSON"),
                Arguments.of("{", "not JSON"),
                Arguments.of("[]", "not an AdmissionReview"),
                Arguments.of("null", "not an AdmissionReview"),
                Arguments.of("{}", "not an AdmissionReview"),
                Arguments.of(GOOD + "{}", "not JSON"),
                Arguments.of("[".repeat(100_000), "not JSON"),
                Arguments.of("{\"a\":".repeat(100_000), "not JSON"),
                Arguments.of(GOOD.replace("\"dryRun\": false", "\"dryRun\": " + "9".repeat(5000)), "not JSON"),
                Arguments.of(GOOD.replace("\"dryRun\": false", "\"uid\": \"again\""), "not JSON"),
                Arguments.of(GOOD.replace("\"AdmissionReview\"", "\"Review\""), "not an AdmissionReview"),
                Arguments.of(
                        GOOD.replace("admission.k8s.io/v1", "admission.k8s.io/v1beta1"),
                        "'admission.k8s.io/v1beta1' is not served"),
                Arguments.of(GOOD.replace("\"request\":", "\"requests\":"), "has no request"),
                Arguments.of(
                        "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"request\":[]}",
                        "has no request"),
                Arguments.of(
                        GOOD.replace("\"uid\": \"92ce983d-7bfc-4f44-b994-2bd32e746fcc\"", "\"uid\": 5"),
                        "uid is missing"),
                Arguments.of(GOOD.replace("\"uid\": \"92ce983d-7bfc-4f44-b994-2bd32e746fcc\",", ""), "uid is missing"),
                Arguments.of(
                        GOOD.replace("\"kind\": \"Pod\"", "\"kind\": \"Deployment\""), "request.kind is 'Deployment'"),
                Arguments.of(GOOD.replace("\"CREATE\"", "\"CONNECT\""), "'CONNECT' is not served"),
                Arguments.of(GOOD.replace("\"CREATE\"", "\"DELETE\""), "'DELETE' is not served"),
                Arguments.of(GOOD.replace("\"CREATE\"", "\"UPDATE\""), "oldObject is missing"),
                Arguments.of(GOOD.replace("\"object\":", "\"objects\":"), "request.object is missing"),
                Arguments.of(
                        GOOD.replace("\"namespace\": \"default\",\n  \"operation\"", "\"operation\""),
                        "namespace is missing"),
                Arguments.of(
                        GOOD.replace(
                                "\"namespace\": \"default\",\n  \"operation\"", "\"namespace\": 3,\n  \"operation\""),
                        "no name of a namespace"),
                Arguments.of(
                        GOOD.replace(
                                "\"namespace\": \"default\",\n  \"operation\"",
                                "\"namespace\": \"a/../b\",\n  \"operation\""),
                        "no name of a namespace"));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void a_body_that_is_no_review_gets_a_sentence(String body, String sentence) {
        HttpResponse<String> answer = client.post(body.getBytes(StandardCharsets.UTF_8));
        assertEquals(400, answer.statusCode(), answer.body());
        assertTrue(answer.body().contains(sentence), answer.body());
        assertEquals(1, answer.body().lines().count());
        assertFalse(answer.body().contains("Exception"), answer.body());
    }

    @Test
    void a_body_of_more_than_3_mib_is_refused_with_and_without_a_length() {
        byte[] large = new byte[Intake.MOST_BYTES + 1];
        HttpResponse<String> answer = client.post(large);
        assertEquals(413, answer.statusCode());
        assertEquals("the body is larger than 3 MiB\n", answer.body());
        HttpRequest.Builder unknownLength = HttpRequest.newBuilder(client.url("/mutate"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(large)));
        assertEquals(413, client.send(unknownLength).statusCode());
        String padded = GOOD + " ".repeat(Intake.MOST_BYTES - GOOD.length());
        assertEquals(200, client.post(padded.getBytes(StandardCharsets.UTF_8)).statusCode());
    }

    @Test
    void other_methods_paths_and_types_get_a_sentence() {
        assertAnswer(405, "POST", HttpRequest.newBuilder(client.url("/mutate")).GET());
        assertAnswer(405, "POST", HttpRequest.newBuilder(client.url("/mutate")).PUT(BodyPublishers.ofString(GOOD)));
        assertAnswer(405, "POST", HttpRequest.newBuilder(client.url("/mutate")).DELETE());
        for (String path : new String[] {"/", "/mutate/x", "/q/health", "/q/metrics", "/..%2f", "/%00"}) {
            assertAnswer(
                    404, "/mutate", HttpRequest.newBuilder(client.url(path)).GET());
        }
        assertAnswer(
                415,
                "application/json",
                HttpRequest.newBuilder(client.url("/mutate")).POST(BodyPublishers.ofString(GOOD)));
        for (String type :
                new String[] {"text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", ";"
                }) {
            assertAnswer(
                    415,
                    "application/json",
                    HttpRequest.newBuilder(client.url("/mutate"))
                            .header("Content-Type", type)
                            .POST(BodyPublishers.ofString(GOOD)));
        }
    }

    @Test
    void random_bytes_never_break_the_server() {
        Random random = new Random(20260101);
        byte[] good = Reviews.bytes("deployment-tp2-pct30-requests-eq-limits.01-create.json");
        for (int i = 0; i < 500; i++) {
            byte[] body = good.clone();
            for (int j = random.nextInt(1, 30); j > 0; j--) {
                body[random.nextInt(body.length)] = (byte) random.nextInt();
            }
            int status = client.post(body).statusCode();
            assertTrue(status == 200 || status == 400, () -> "status " + status);
        }
    }

    @Test
    void odd_but_well_formed_pods_are_answered_with_a_verdict() throws Exception {
        for (String pod : new String[] {
            "{}",
            "{\"metadata\":[],\"spec\":7}",
            "{\"spec\":{\"containers\":[[],null,5,{\"resources\":[]}]}}",
            "{\"spec\":{\"containers\":[{\"resources\":{\"limits\":{\"nvidia.com/gpu\":1e999999999}}}]}}",
            "{\"spec\":{\"containers\":[{\"resources\":{\"limits\":{\"nvidia.com/gpu\":{}}}}]}}"
        }) {
            String body =
                    "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"request\":{\"uid\":\"u\",\"kind\":{\"kind\":\"Pod\"},"
                            + "\"namespace\":\"n\",\"operation\":\"CREATE\",\"object\":" + pod + "}}";
            var response = client.review(Client.JSON.readTree(body));
            assertEquals("u", response.path("uid").asText());
            assertTrue(response.has("allowed"), response::toString);
            assertFalse(response.at("/status/code").asInt() >= 500, response::toString);
        }
    }

    private void assertAnswer(int status, String sentence, HttpRequest.Builder request) {
        HttpResponse<String> answer = client.send(request);
        assertEquals(status, answer.statusCode(), answer.body());
        assertTrue(answer.body().contains(sentence), answer.body());
    }
}
