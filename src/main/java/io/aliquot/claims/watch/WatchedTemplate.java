package io.aliquot.claims.watch;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/**
 * A template in the cluster.
 *
 * @param object the whole object, as the API server shows it
 */
public record WatchedTemplate(String namespace, String name, String uid, String resourceVersion, JsonNode object) {
    /** The field manager under which the webhook creates templates. */
    public static final String OUR_MANAGER = "aliquot";

    /** For clients: all templates under our label are read as this. */
    public static final ResourceDefinitionContext KIND = new ResourceDefinitionContext.Builder()
            .withGroup("resource.k8s.io")
            .withVersion("v1")
            .withKind("ResourceClaimTemplate")
            .withPlural("resourceclaimtemplates")
            .withNamespaced(true)
            .build();

    /** A template as a client has read it. */
    public static WatchedTemplate of(GenericKubernetesResource template, KubernetesSerialization json) {
        ObjectMeta metadata = template.getMetadata();
        return new WatchedTemplate(
                metadata.getNamespace(),
                metadata.getName(),
                metadata.getUid(),
                metadata.getResourceVersion(),
                json.convertValue(template, JsonNode.class));
    }

    public TemplateId id() {
        return new TemplateId(namespace, name);
    }

    /**
     * Whether the webhook made it and nobody else has written to it since, by the API server's own record. One that a
     * person applied, as {@code aliquot translate} prints it, has another manager.
     */
    public boolean ours() {
        JsonNode managers = object.path("metadata").path("managedFields");
        for (JsonNode manager : managers) {
            if (!manager.path("manager").asText().equals(OUR_MANAGER)) {
                return false;
            }
        }
        return !managers.isEmpty();
    }
}
