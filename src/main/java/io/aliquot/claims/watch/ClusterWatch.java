package io.aliquot.claims.watch;

import io.aliquot.claims.inventory.Cards;
import io.aliquot.claims.inventory.Inventory;
import io.aliquot.claims.inventory.SliceReader;
import io.aliquot.model.Card;
import io.aliquot.model.Mapping;
import io.aliquot.rewrite.Marks;
import io.aliquot.rewrite.Template;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The objects that decisions need, always as the cluster last said. */
public final class ClusterWatch implements AutoCloseable {
    private static final long PAGE = 500;

    private record CardsThen(long version, Optional<Mapping> mapping, List<Card> cards) {}

    private record InventoryThen(long version, Inventory inventory) {}

    private final TemplateStore stored = new TemplateStore();
    private final Version slicesVersion = new Version();
    private final Version claimsVersion = new Version();
    private final SharedIndexInformer<GenericKubernetesResource> templates;
    private final SharedIndexInformer<Pod> pods;
    private final SharedIndexInformer<ResourceClaim> claims;
    private final SharedIndexInformer<ResourceSlice> slices;
    private final SharedIndexInformer<DeviceClass> classes;
    private final SharedIndexInformer<ResourceQuota> quotas;
    private volatile CardsThen cards = new CardsThen(-1, Optional.empty(), List.of());
    private volatile InventoryThen inventory = new InventoryThen(-1, Inventory.of(List.of(), List.of()));

    /** Does nothing until it is started. */
    public ClusterWatch(KubernetesClient client) {
        templates = informer(client.genericKubernetesResources(WatchedTemplate.KIND)
                .inAnyNamespace()
                .withLabel(Template.MANAGED_BY, Template.ALIQUOT));
        templates.addEventHandler(stored);
        pods = informer(client.pods().inAnyNamespace().withLabel(Marks.REWRITTEN, "true"))
                .itemStore(new LeanStore<>(Lean::pod));
        claims = informer(client.resources(ResourceClaim.class).inAnyNamespace())
                .itemStore(new LeanStore<>(Lean::claim));
        claims.addEventHandler(claimsVersion);
        slices = informer(client.resources(ResourceSlice.class));
        slices.addEventHandler(slicesVersion);
        slices.addEventHandler(claimsVersion);
        classes = informer(client.resources(DeviceClass.class));
        quotas = informer(client.resourceQuotas().inAnyNamespace());
    }

    /** A watch that breaks is begun again, for ever. What is there is read page by page. */
    private static <T extends HasMetadata> SharedIndexInformer<T> informer(Informable<T> resources) {
        return resources.withLimit(PAGE).runnableInformer(0).exceptionHandler((started, failure) -> true);
    }

    /** Begins to watch; {@link #synced} tells when everything has been read once. */
    public ClusterWatch start() {
        all().forEach(SharedIndexInformer::start);
        return this;
    }

    private Stream<SharedIndexInformer<?>> all() {
        return Stream.of(templates, pods, claims, slices, classes, quotas);
    }

    /** Whether everything has been read once. */
    public boolean synced() {
        return all().allMatch(SharedIndexInformer::hasSynced);
    }

    /** What is still to be read, for people. */
    public List<String> unsynced() {
        return all().filter(informer -> !informer.hasSynced())
                .map(informer -> informer == templates
                        ? WatchedTemplate.KIND.getKind()
                        : informer.getApiTypeClass().getSimpleName())
                .toList();
    }

    /** A template that certainly exists; empty also while deletions would go unheard. */
    public Optional<WatchedTemplate> template(String namespace, String name) {
        return templates.isWatching() ? stored.get(namespace, name) : Optional.empty();
    }

    /** A template as it was last seen; it may have gone unheard. */
    public Optional<WatchedTemplate> lastSeen(String namespace, String name) {
        return stored.get(namespace, name);
    }

    /** All templates under our label. */
    public Collection<WatchedTemplate> templates() {
        return stored.all();
    }

    /** All rewritten pods. */
    public List<Pod> pods() {
        return pods.getStore().list();
    }

    /** The rewritten pods of a namespace. */
    public List<Pod> pods(String namespace) {
        return pods.getIndexer().byIndex(Cache.NAMESPACE_INDEX, namespace);
    }

    /** A rewritten pod. */
    public Optional<Pod> pod(String namespace, String name) {
        return Optional.ofNullable(pods.getStore().getByKey(Cache.namespaceKeyFunc(namespace, name)));
    }

    /** All claims, also those of other systems. */
    public List<ResourceClaim> claims() {
        return claims.getStore().list();
    }

    /** All claims of a namespace. */
    public List<ResourceClaim> claims(String namespace) {
        return claims.getIndexer().byIndex(Cache.NAMESPACE_INDEX, namespace);
    }

    /** The quotas of a namespace. */
    public List<ResourceQuota> quotas(String namespace) {
        return quotas.getIndexer().byIndex(Cache.NAMESPACE_INDEX, namespace);
    }

    /** All device classes. */
    public List<DeviceClass> classes() {
        return classes.getStore().list();
    }

    /** The cards, in the words of the rewriting. */
    public List<Card> cards(Mapping mapping) {
        long version = slicesVersion.now();
        CardsThen then = cards;
        if (then.version() != version || !then.mapping().equals(Optional.of(mapping))) {
            List<Card> read = Cards.of(SliceReader.devices(slices.getStore().list()), mapping);
            then = new CardsThen(version, Optional.of(mapping), read);
            cards = then;
        }
        return then.cards();
    }

    /** The cards and who has how much of them. */
    public Inventory inventory() {
        long version = claimsVersion.now();
        InventoryThen then = inventory;
        if (then.version() != version) {
            then = new InventoryThen(version, Inventory.of(slices.getStore().list(), claims()));
            inventory = then;
        }
        return then.inventory();
    }

    @Override
    public void close() {
        all().forEach(SharedIndexInformer::stop);
    }
}
