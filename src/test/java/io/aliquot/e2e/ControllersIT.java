package io.aliquot.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.claims.coexistence.NeighbourWatch;
import io.aliquot.claims.events.EventWriter;
import io.aliquot.claims.leader.Duty;
import io.aliquot.claims.leader.Leadership;
import io.aliquot.claims.pending.PendingWatcher;
import io.aliquot.claims.repair.Repairer;
import io.aliquot.claims.sweep.Sweeper;
import io.aliquot.claims.watch.ClusterWatch;
import io.aliquot.model.Card;
import io.aliquot.rewrite.Marks;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.Template;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The controllers with the webhook's rights on a real control plane, without the webhook in between. */
@Tag("e2e")
class ControllersIT {
    private static final ControlPlane PLANE = ControlPlane.shared();
    private static final KubernetesClient ADMIN = PLANE.admin();
    private static final KubernetesClient WEBHOOK = PLANE.webhook();
    private static final ClusterWatch WATCH = new ClusterWatch(WEBHOOK);
    private static final EventWriter EVENTS = new EventWriter(WEBHOOK, Clock.systemUTC(), "test");

    private String namespace = "";

    @BeforeAll
    static void watch() {
        WATCH.start();
        Await.until("everything has been read: " + WATCH.unsynced(), WATCH::synced);
    }

    @AfterAll
    static void close() {
        WATCH.close();
        WEBHOOK.close();
    }

    @BeforeEach
    void newNamespace() {
        namespace = PLANE.namespace();
    }

    @AfterEach
    void removeNamespace() {
        PLANE.remove(namespace);
    }

    private Template template(String limits) {
        return Workloads.rewritten(Workloads.legacy("p", limits), List.of())
                .templates()
                .getFirst();
    }

    private boolean known(Template template) {
        return WATCH.template(namespace, template.name()).isPresent();
    }

    private boolean stored(Template template) {
        return ADMIN.genericKubernetesResources("resource.k8s.io/v1", "ResourceClaimTemplate")
                        .inNamespace(namespace)
                        .withName(template.name())
                        .get()
                != null;
    }

    @Test
    void aTemplateIsKnownAsItWasSentAndForgottenOnceItIsDeleted() {
        for (String limits : List.of("gpu=1", "gpu=2 gpumem=8192", "gpumem=3000 gpucores=30", "gpumem=1")) {
            Template template = template(limits);
            Workloads.create(ADMIN, namespace, template);
            JsonNode stored = Await.value("template of " + limits, () -> WATCH.template(namespace, template.name()))
                    .object()
                    .path("spec");
            assertEquals(read(template.spec()), withoutEmpty(read(stored)), limits);
            ADMIN.resource(template.manifest(namespace).toString())
                    .inNamespace(namespace)
                    .delete();
            Await.until("it is forgotten", () -> !known(template));
        }
    }

    /** Numbers of one kind, however they were held in memory. */
    private static JsonNode read(JsonNode node) {
        return ADMIN.getKubernetesSerialization().unmarshal(node.toString(), JsonNode.class);
    }

    private static JsonNode withoutEmpty(JsonNode node) {
        node.properties()
                .removeIf(field -> field.getValue().isObject()
                        && withoutEmpty(field.getValue()).isEmpty());
        return node;
    }

    @Test
    void theCardsOfTheSlicesAreSeen() {
        assertTrue(WATCH.cards(Workloads.MAPPING).stream()
                .map(Card::memoryMib)
                .toList()
                .containsAll(List.of(81559L, 23034L)));
    }

    @Test
    void onlyTemplatesWithoutAPodAreSweptAndOnlyAfterAnHour() {
        Template unused = template("gpumem=111");
        Workloads.create(ADMIN, namespace, unused);
        Pod pod = Workloads.create(ADMIN, namespace, "user", "gpumem=222");
        Template used = template("gpumem=222");
        Await.until(
                "all are seen",
                () -> known(unused)
                        && known(used)
                        && WATCH.pod(namespace, "user").isPresent());
        AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
        InstantSource time = now::get;
        Sweeper sweeper = new Sweeper(WEBHOOK, WATCH, time.withZone(ZoneOffset.UTC), Duration.ofHours(1));
        sweeper.run();
        now.set(now.get().plus(Duration.ofMinutes(59)));
        sweeper.run();
        assertTrue(stored(unused));
        now.set(now.get().plus(Duration.ofMinutes(1)));
        sweeper.run();
        assertFalse(stored(unused));
        assertTrue(stored(used));
        assertEquals("user", pod.getMetadata().getName());
    }

    private Repairer repairer() {
        return new Repairer(
                WEBHOOK,
                WATCH,
                () -> Workloads.MAPPING,
                (where, template) -> {
                    WEBHOOK.resource(template.manifest(where).toString())
                            .inNamespace(where)
                            .create();
                    return Optional.empty();
                },
                EVENTS);
    }

    @Test
    void aPodWhoseTemplateIsLostGetsItAgainAndRuns() {
        Rewriting.Rewritten rewritten = Workloads.rewritten(Workloads.legacy("orphan", "gpumem=333"), List.of());
        Workloads.create(ADMIN, namespace, rewritten, false);
        Await.until("the pod is seen", () -> WATCH.pod(namespace, "orphan").isPresent());
        repairer().run();
        assertTrue(stored(rewritten.templates().getFirst()));
        Await.until("it is scheduled", () -> Workloads.scheduled(ADMIN, namespace, "orphan"));
    }

    @Test
    void aPodWhoseTemplateCannotBeMadeAgainIsToldSo() {
        Rewriting.Rewritten rewritten = Workloads.rewritten(Workloads.legacy("forged", "gpumem=444"), List.of());
        rewritten
                .pod()
                .withObjectProperty("metadata")
                .withObjectProperty("annotations")
                .put(Marks.REQUEST, "{\"containers\":{\"main\":{\"nvidia.com/gpumem\":\"1\"}}}");
        Workloads.create(ADMIN, namespace, rewritten, false);
        Await.until("the pod is seen", () -> WATCH.pod(namespace, "forged").isPresent());
        repairer().run();
        assertFalse(stored(rewritten.templates().getFirst()));
        Event event = event("forged", "TemplateLost");
        assertTrue(event.getMessage().contains("delete the pod"), event.getMessage());
    }

    private Event event(String pod, String reason) {
        return Await.value(
                "event " + reason,
                () -> ADMIN.v1().events().inNamespace(namespace).list().getItems().stream()
                        .filter(event -> event.getInvolvedObject().getName().equals(pod))
                        .filter(event -> event.getReason().equals(reason))
                        .findFirst());
    }

    @Test
    void aPodThatFitsNowhereIsToldWhatIsShortOnWhichNodeAndAtMostOnceAMinute() {
        Workloads.create(ADMIN, namespace, "big", "gpumem=90000");
        Await.until(
                "its claim is seen",
                () -> WATCH.pod(namespace, "big").isPresent()
                        && !WATCH.claims(namespace).isEmpty());
        PendingWatcher watcher =
                new PendingWatcher(WATCH, () -> Workloads.MAPPING, EVENTS, Clock.systemUTC(), Duration.ZERO);
        watcher.run();
        watcher.run();
        Event event = event("big", "WaitingForCard");
        assertTrue(event.getMessage().contains("n1: 2 cards, most free memory "), event.getMessage());
        assertTrue(event.getMessage().contains(" of 90000 MiB asked"), event.getMessage());
        assertEquals(1, event.getCount());
    }

    @Test
    void anEventIsRefreshedAfterAMinuteAndByAnotherReplicaToo() {
        Pod pod = Workloads.create(ADMIN, namespace, "told", "gpumem=1");
        AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
        InstantSource time = now::get;
        EventWriter events = new EventWriter(WEBHOOK, time.withZone(ZoneOffset.UTC), "one");
        var object = EventWriter.pod(namespace, "told", pod.getMetadata().getUid());
        events.warn(object, "Reason", "first");
        events.warn(object, "Reason", "too early");
        assertEquals("first", event("told", "Reason").getMessage());
        now.set(now.get().plusSeconds(60));
        events.warn(object, "Reason", "second");
        assertEquals("second", event("told", "Reason").getMessage());
        assertEquals(2, event("told", "Reason").getCount());
        new EventWriter(WEBHOOK, Clock.systemUTC(), "two").warn(object, "Reason", "third");
        assertEquals("third", event("told", "Reason").getMessage());
    }

    @Test
    void oneOfTwoReplicasLeadsAndTheOtherFollowsIt() {
        AtomicReference<Integer> runs = new AtomicReference<>(0);
        Duty duty = new Duty("count", Duration.ofMillis(10), () -> runs.updateAndGet(count -> count + 1));
        Leadership first = leadership("first", List.of());
        Await.until("the first leads", first::leads);
        try (Leadership second = leadership("second", List.of(duty))) {
            assertFalse(second.leads());
            first.close();
            Await.until("the second leads and does its duty", () -> second.leads() && runs.get() > 2);
            assertFalse(first.leads());
        }
    }

    private static Leadership leadership(String identity, List<Duty> duties) {
        return new Leadership(WEBHOOK, ControlPlane.SYSTEM, "aliquot-webhook", identity, () -> duties).start();
    }

    @Test
    void aNodeAWebhookAndAClassOfAnotherSystemAreFoundAndToldOnce() {
        String name = "hami-webhook-" + namespace;
        List<HasMetadata> others = ADMIN.load(
                        new ByteArrayInputStream("""
                apiVersion: admissionregistration.k8s.io/v1
                kind: MutatingWebhookConfiguration
                metadata: {name: %1$s}
                webhooks:
                - name: vgpu.hami.io
                  admissionReviewVersions: [v1]
                  sideEffects: None
                  failurePolicy: Ignore
                  clientConfig: {url: "https://127.0.0.1:1/webhook"}
                  rules: [{operations: [CREATE], apiGroups: [""], apiVersions: [v1], resources: [pods]}]
                  namespaceSelector: {matchLabels: {nobody: has-this}}
                ---
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: owner-%2$s}
                spec: {extendedResourceName: nvidia.com/gpu}
                ---
                apiVersion: v1
                kind: Node
                metadata: {name: plugin-%2$s}
                status: {allocatable: {nvidia.com/gpu: "8"}, capacity: {nvidia.com/gpu: "8"}}
                """.formatted(name, namespace).getBytes(StandardCharsets.UTF_8)))
                .create();
        try {
            Await.until(
                    "the class is seen",
                    () -> WATCH.classes().stream()
                            .anyMatch(each -> each.getMetadata().getName().equals("owner-" + namespace)));
            List<String> told = new ArrayList<>();
            NeighbourWatch neighbours =
                    new NeighbourWatch(WEBHOOK, WATCH, () -> Workloads.MAPPING, "aliquot", told::add);
            neighbours.run();
            neighbours.run();
            assertEquals(told, neighbours.findings());
            assertTrue(told.stream().anyMatch(text -> text.contains(name)), told.toString());
            assertEquals(
                    ownsTheName(), told.stream().anyMatch(text -> text.contains("owner-" + namespace)), told::toString);
            assertTrue(told.stream().anyMatch(text -> text.contains("plugin-" + namespace)), told.toString());
        } finally {
            others.forEach(other -> ADMIN.resource(other).delete());
        }
    }

    /** Releases before 1.36 drop the field without a word. */
    private boolean ownsTheName() {
        DeviceClass owner = ADMIN.resources(DeviceClass.class)
                .withName("owner-" + namespace)
                .get();
        return owner.getSpec().getExtendedResourceName() != null;
    }
}
