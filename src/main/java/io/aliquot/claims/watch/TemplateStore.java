package io.aliquot.claims.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The templates under our label as JSON trees, as long as they exist. */
final class TemplateStore implements ResourceEventHandler<GenericKubernetesResource> {
    private final KubernetesSerialization json = new KubernetesSerialization();
    private final Map<TemplateId, WatchedTemplate> stored = new ConcurrentHashMap<>();

    Optional<WatchedTemplate> get(String namespace, String name) {
        return Optional.ofNullable(stored.get(new TemplateId(namespace, name)));
    }

    Collection<WatchedTemplate> all() {
        return List.copyOf(stored.values());
    }

    @Override
    public void onAdd(GenericKubernetesResource template) {
        WatchedTemplate present = WatchedTemplate.of(template, json);
        stored.put(present.id(), present);
    }

    @Override
    public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource after) {
        onAdd(after);
    }

    @Override
    public void onDelete(GenericKubernetesResource template, boolean lastStateUnknown) {
        stored.remove(new TemplateId(
                template.getMetadata().getNamespace(), template.getMetadata().getName()));
    }
}
