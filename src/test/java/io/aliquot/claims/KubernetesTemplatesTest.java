package io.aliquot.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.metrics.Series;
import io.aliquot.rewrite.Template;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubernetesTemplatesTest {
    private static final Placement REAL = new Placement("team-a", false, "uid", "Job/x");
    private static final Placement DRY = new Placement("team-a", true, "uid", "Job/x");
    private static final String STORED = "/apis/resource.k8s.io/v1/namespaces/team-a/resourceclaimtemplates/aliquot-1";

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final StandInApiServer server;
    private Optional<String> obstacle = Optional.empty();
    private final ApiServer api;
    private final Templates templates;
    private final Template template;

    KubernetesTemplatesTest() throws IOException {
        server = new StandInApiServer();
        api = server.client();
        templates = new KubernetesTemplates(api, KnownTemplates.NONE, () -> obstacle, new Series(meters));
        template = new Template(
                "aliquot-1",
                object(
                        "{'spec':{'devices':{'requests':[{'name':'g0','exactly':"
                                + "{'deviceClassName':'gpu','allocationMode':'ExactCount','count':1,'future':{'x':1.50}}}]}}}"));
    }

    @AfterEach
    void stop() {
        api.close();
        server.close();
    }

    @Test
    void a_template_is_created_once_with_every_field_and_found_afterwards() {
        assertInstanceOf(Ensured.Present.class, templates.ensure(template, REAL));
        assertInstanceOf(Ensured.Present.class, templates.ensure(template, REAL));
        assertEquals(template.manifest("team-a").toString(), String.valueOf(server.stored.get(STORED)));
        assertEquals(
                1,
                server.requests.stream().filter(each -> each.startsWith("POST")).count());
        assertEquals(1, count("created"));
        assertEquals(1, count("present"));
    }

    @Test
    void a_deleted_template_is_made_again() {
        templates.ensure(template, REAL);
        server.stored.clear();
        assertInstanceOf(Ensured.Present.class, templates.ensure(template, REAL));
        assertEquals(1, server.stored.size());
    }

    @Test
    void a_dry_run_asks_and_stores_nothing() {
        assertInstanceOf(Ensured.Present.class, templates.ensure(template, DRY));
        assertTrue(server.stored.isEmpty());
        assertTrue(server.requests.getLast().contains("dryRun=All"), server.requests::toString);
        assertEquals(1, count("dry_run"));
    }

    @Test
    void defaults_that_the_api_server_adds_make_no_difference() {
        server.onCreate = object -> {
            ((ObjectNode) object.path("spec")).putObject("metadata").putNull("creationTimestamp");
            return object;
        };
        templates.ensure(template, REAL);
        assertInstanceOf(Ensured.Present.class, templates.ensure(template, REAL));
    }

    @Test
    void a_template_that_the_api_server_does_not_keep_as_it_was_sent_is_taken_back() {
        server.onCreate = object -> {
            ((ObjectNode) object.at("/spec/spec/devices/requests/0/exactly")).remove("future");
            return object;
        };
        assertInstanceOf(Ensured.Unavailable.class, templates.ensure(template, DRY));
        Ensured.Unavailable trouble = assertInstanceOf(Ensured.Unavailable.class, templates.ensure(template, REAL));
        assertTrue(trouble.message().contains("DRAConsumableCapacity"), trouble::message);
        assertTrue(server.stored.isEmpty());
        assertEquals(
                1,
                server.requests.stream()
                        .filter(each -> each.startsWith("DELETE"))
                        .count());
    }

    @Test
    void no_pod_gets_a_template_while_claims_do_not_work() {
        templates.ensure(template, REAL);
        obstacle = Optional.of("the gate is off");
        assertEquals(new Ensured.Unavailable("the gate is off"), templates.ensure(template, REAL));
        obstacle = Optional.empty();
        assertInstanceOf(Ensured.Present.class, templates.ensure(template, REAL));
    }

    @Test
    void another_object_under_the_name_is_told_apart_by_spec_and_by_label() {
        ObjectNode other = template.manifest("team-a");
        ((ObjectNode) other.at("/spec/spec/devices/requests/0/exactly")).put("count", 2);
        server.stored.put(STORED, other);
        assertEquals(new Ensured.Taken("aliquot-1"), templates.ensure(template, REAL));
        ObjectNode unlabelled = template.manifest("team-a");
        ((ObjectNode) unlabelled.path("metadata")).remove("labels");
        server.stored.put(STORED, unlabelled);
        assertEquals(new Ensured.Taken("aliquot-1"), templates.ensure(template, DRY));
        assertEquals(2, count("taken"));
    }

    @Test
    void two_replicas_may_create_it_at_the_same_time() {
        server.onCreate = object -> {
            server.stored.putIfAbsent(STORED, object.deepCopy());
            return object;
        };
        assertInstanceOf(Ensured.Present.class, templates.ensure(template, REAL));
        assertEquals(3, server.requests.size(), server.requests::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "403 | exceeded quota: q, requested: count/x=1 | Refused",
                "403 | unable to create in namespace team-a because it is being terminated | Refused",
                "403 | x is forbidden: User \"system:serviceaccount:a:b\" cannot create resource | Unavailable",
                "404 | namespaces \"team-a\" not found | Refused",
                "404 | the server could not find the requested resource | Unavailable",
                "422 | spec: too complex, exceeds cost limit | Refused",
                "401 | Unauthorized | Unavailable",
                "429 | too many requests | Unavailable",
                "500 | etcd | Unavailable",
                "503 | down | Unavailable"
            })
    void a_refusal_is_told_from_trouble(int code, String message, String expected) {
        server.createCode = code;
        server.createMessage = message;
        Ensured ensured = templates.ensure(template, REAL);
        assertEquals(expected, ensured.getClass().getSimpleName());
        assertTrue(ensured.toString().contains(message), ensured::toString);
    }

    @Test
    void no_api_server_is_trouble_and_no_exception() {
        server.close();
        Ensured.Unavailable trouble = assertInstanceOf(Ensured.Unavailable.class, templates.ensure(template, REAL));
        assertTrue(trouble.message().startsWith("the API server does not answer: "), trouble::toString);
        assertTrue(trouble.message().contains("refused"), trouble::toString);
    }

    private double count(String result) {
        return meters.get("aliquot.templates").tag("result", result).counter().count();
    }

    private static ObjectNode object(String json) throws IOException {
        return (ObjectNode) new JsonMapper().readTree(json.replace('\'', '"'));
    }
}
