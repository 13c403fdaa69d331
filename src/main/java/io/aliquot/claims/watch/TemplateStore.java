package io.aliquot.claims.watch;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The templates under our label as JSON trees, as long as they exist. */
final class TemplateStore implements ResourceEventHandler<GenericKubernetesResource> {
    private record Key(String namespace, String name) {}

    private final KubernetesSerialization json = new KubernetesSerialization();
    private final Map<Key, WatchedTemplate> stored = new ConcurrentHashMap<>();

    Optional<WatchedTemplate> get(String namespace, String name) {
        return Optional.ofNullable(stored.get(new Key(namespace, name)));
    }

    Collection<WatchedTemplate> all() {
        return List.copyOf(stored.values());
    }

    @Override
    public void onAdd(GenericKubernetesResource template) {
        ObjectMeta metadata = template.getMetadata();
        stored.put(
                key(template),
                new WatchedTemplate(
                        metadata.getNamespace(),
                        metadata.getName(),
                        metadata.getUid(),
                        metadata.getResourceVersion(),
                        json.convertValue(template, JsonNode.class)));
    }

    @Override
    public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource after) {
        onAdd(after);
    }

    @Override
    public void onDelete(GenericKubernetesResource template, boolean lastStateUnknown) {
        stored.remove(key(template));
    }

    private static Key key(GenericKubernetesResource template) {
        return new Key(
                template.getMetadata().getNamespace(), template.getMetadata().getName());
    }
}
