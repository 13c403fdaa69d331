package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.rewrite.Rewriter;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.Template;
import io.aliquot.rewrite.golden.GoldenCase;
import io.aliquot.rewrite.golden.OutcomeCheck;
import io.aliquot.rewrite.reading.Residue;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A pod as the API server has it, with the templates that it refers to. */
record StoredPod(ObjectNode pod, List<Template> templates) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static StoredPod of(KubernetesClient client, JsonNode pod) {
        return of(pod, path -> client.raw(path));
    }

    static StoredPod of(Kubectl kubectl, JsonNode pod) {
        return of(pod, path -> kubectl.ok("get", "--raw", path));
    }

    private static StoredPod of(JsonNode pod, UnaryOperator<String> get) {
        List<Template> templates = new ArrayList<>();
        for (JsonNode claim : pod.at("/spec/resourceClaims")) {
            String name = claim.path("resourceClaimTemplateName").asText();
            if (name.startsWith(Template.NAME_PREFIX)
                    && templates.stream().noneMatch(t -> t.name().equals(name))) {
                templates.add(template(get, pod.at("/metadata/namespace").asText(), name));
            }
        }
        return new StoredPod((ObjectNode) pod, templates);
    }

    private static Template template(UnaryOperator<String> get, String namespace, String name) {
        String path = "/apis/resource.k8s.io/v1/namespaces/" + namespace + "/resourceclaimtemplates/" + name;
        return new Template(
                name, (ObjectNode) withoutEmpty(read(get.apply(path)).path("spec")));
    }

    static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    /** The API server adds an empty metadata here and there. */
    private static JsonNode withoutEmpty(JsonNode node) {
        node.properties()
                .removeIf(field -> field.getValue().isObject()
                        && withoutEmpty(field.getValue()).isEmpty());
        return node;
    }

    /** Claims, containers and scheduler are what the outcome says, and each template is stored as it was sent. */
    void check(GoldenCase golden, GoldenCase.Example example) {
        boolean rewritten = pod.at("/metadata/labels").has("aliquot.io/rewritten");
        GoldenCase.Example asSent =
                new GoldenCase.Example(defaulted(example.pod()), Optional.empty(), example.outcome());
        OutcomeCheck outcome = new OutcomeCheck(golden, asSent);
        if (!rewritten && !example.outcome().path("outcome").asText().equals("rewritten")) {
            outcome.checkPod(new Rewriting.Unchanged(List.of()));
            return;
        }
        outcome.checkPod(new Rewriting.Rewritten(pod, JsonNodeFactory.instance.arrayNode(), templates, List.of()));
        assertEquals(List.of(), new Residue(golden.mapping()).legacyNames(pod));
        if (Rewriter.rewrite(golden.input(example)) instanceof Rewriting.Rewritten sent) {
            assertEquals(numbers(sent.templates()), numbers(templates));
        }
    }

    /** Numbers of one kind, however they were held in memory. */
    private static List<Template> numbers(List<Template> templates) {
        return templates.stream()
                .map(template -> new Template(
                        template.name(), (ObjectNode) read(template.spec().toString())))
                .toList();
    }

    private static JsonNode defaulted(JsonNode pod) {
        ObjectNode copy = pod.deepCopy();
        if (copy.at("/spec/schedulerName").asText().isEmpty() && copy.path("spec") instanceof ObjectNode spec) {
            spec.put("schedulerName", "default-scheduler");
        }
        return copy;
    }
}
