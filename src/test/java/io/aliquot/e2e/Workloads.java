package io.aliquot.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.config.MappingFile;
import io.aliquot.model.Card;
import io.aliquot.model.Mapping;
import io.aliquot.rewrite.RewriteInput;
import io.aliquot.rewrite.Rewriter;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.Template;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;

/** Legacy pods and what they become, put into a cluster without a webhook in between. */
final class Workloads {
    static final Mapping MAPPING = MappingFile.defaults();

    private static final int CONFLICT = 409;

    private Workloads() {}

    /** A pod whose container {@code main} has these limits, written {@code gpumem=3000 gpucores=30}. */
    static ObjectNode legacy(String name, String limits) {
        ObjectNode pod = JsonNodeFactory.instance.objectNode();
        pod.put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("name", name);
        ObjectNode container = pod.putObject("spec").putArray("containers").addObject();
        container.put("name", "main").put("image", "cuda");
        ObjectNode map = container.putObject("resources").putObject("limits");
        for (String limit : limits.isEmpty() ? List.<String>of() : List.of(limits.split(" ", -1))) {
            int equals = limit.indexOf('=');
            map.put("nvidia.com/" + limit.substring(0, equals), limit.substring(equals + 1));
        }
        return pod;
    }

    /** The pod after its rewriting. */
    static Rewriting.Rewritten rewritten(JsonNode pod, List<Card> cards) {
        return (Rewriting.Rewritten) Rewriter.rewrite(RewriteInput.create(pod, MAPPING, cards));
    }

    /** Creates the template as the webhook does; an existing one is left alone. */
    static void create(KubernetesClient client, String namespace, Template template) {
        try {
            client.raw(
                    "/apis/resource.k8s.io/v1/namespaces/" + namespace + "/resourceclaimtemplates?fieldManager=aliquot",
                    "POST",
                    template.manifest(namespace).toString());
        } catch (KubernetesClientException e) {
            if (e.getCode() != CONFLICT) {
                throw e;
            }
        }
    }

    /** Creates the rewritten pod, and its templates when {@code templates} says so. */
    static Pod create(KubernetesClient client, String namespace, Rewriting.Rewritten rewritten, boolean templates) {
        if (templates) {
            rewritten.templates().forEach(template -> create(client, namespace, template));
        }
        return client.pods()
                .inNamespace(namespace)
                .resource(client.getKubernetesSerialization()
                        .unmarshal(rewritten.pod().toString(), Pod.class))
                .create();
    }

    /** Creates a rewritten pod with these limits and its template. */
    static Pod create(KubernetesClient client, String namespace, String name, String limits) {
        return create(client, namespace, rewritten(legacy(name, limits), List.of()), true);
    }

    /** Whether the pod has a node. */
    static boolean scheduled(KubernetesClient client, String namespace, String name) {
        return client.pods()
                        .inNamespace(namespace)
                        .withName(name)
                        .get()
                        .getSpec()
                        .getNodeName()
                != null;
    }
}
