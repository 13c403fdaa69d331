package io.aliquot.claims.events;

import io.aliquot.log.LogLine;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Writes events. One object has one event per reason, whose text is refreshed at most once a minute; its name
 * comes from both, so that another replica goes on with the same event.
 */
public final class EventWriter {
    private static final Logger LOG = Logger.getLogger(EventWriter.class);
    private static final Duration REFRESH = Duration.ofMinutes(1);
    private static final Duration FORGET = Duration.ofHours(1);
    private static final int LONGEST_MESSAGE = 1024;
    private static final int LONGEST_NAME = 200;
    private static final String COMPONENT = "aliquot";

    private record Written(Instant when, Instant first, int count) {}

    private final KubernetesClient client;
    private final Clock clock;
    private final String instance;
    private final Map<String, Written> written = new HashMap<>();

    /** {@code instance} names this replica. */
    public EventWriter(KubernetesClient client, Clock clock, String instance) {
        this.client = client;
        this.clock = clock;
        this.instance = instance;
    }

    /** A pod as the object of an event. */
    public static ObjectReference pod(String namespace, String name, String uid) {
        return new ObjectReferenceBuilder()
                .withApiVersion("v1")
                .withKind("Pod")
                .withNamespace(namespace)
                .withName(name)
                .withUid(uid)
                .build();
    }

    /** The namespace itself, for what concerns no object in particular. */
    public static ObjectReference namespace(String name) {
        return new ObjectReferenceBuilder()
                .withApiVersion("v1")
                .withKind("Namespace")
                .withNamespace(name)
                .withName(name)
                .withUid(name)
                .build();
    }

    /** Warns about {@code object}, unless the same reason was given less than a minute ago. Never throws. */
    public void warn(ObjectReference object, String reason, String message) {
        tell(object, "Warning", reason, message);
    }

    /** The same for something that is as it should be. */
    public void note(ObjectReference object, String reason, String message) {
        tell(object, "Normal", reason, message);
    }

    private synchronized void tell(ObjectReference object, String type, String reason, String message) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        written.values().removeIf(old -> Duration.between(old.when(), now).compareTo(FORGET) > 0);
        String name = name(object, reason);
        Written before = written.get(object.getNamespace() + "/" + name);
        if (before != null && Duration.between(before.when(), now).compareTo(REFRESH) < 0) {
            return;
        }
        Written next = before == null ? new Written(now, now, 1) : new Written(now, before.first(), before.count() + 1);
        try {
            write(event(object, name, type, reason, message, next));
            written.put(object.getNamespace() + "/" + name, next);
        } catch (KubernetesClientException e) {
            LOG.warn(LogLine.event("event-failed")
                    .with("namespace", object.getNamespace())
                    .with("code", e.getCode()));
        }
    }

    /** One request that creates or changes the event. */
    private void write(Event event) {
        var unused = client.v1()
                .events()
                .inNamespace(event.getMetadata().getNamespace())
                .resource(event)
                .fieldManager(COMPONENT)
                .forceConflicts()
                .serverSideApply();
    }

    private Event event(
            ObjectReference object, String name, String type, String reason, String message, Written times) {
        String cut = message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE - 1) + "…" : message;
        return new EventBuilder()
                .withNewMetadata()
                .withNamespace(object.getNamespace())
                .withName(name)
                .endMetadata()
                .withInvolvedObject(object)
                .withType(type)
                .withReason(reason)
                .withMessage(cut)
                .withCount(times.count())
                .withFirstTimestamp(times.first().toString())
                .withLastTimestamp(times.when().toString())
                .withNewSource()
                .withComponent(COMPONENT)
                .endSource()
                .withReportingComponent(COMPONENT)
                .withReportingInstance(instance)
                .build();
    }

    private static String name(ObjectReference object, String reason) {
        UUID hash = UUID.nameUUIDFromBytes((object.getUid() + "/" + reason).getBytes(StandardCharsets.UTF_8));
        String start = object.getName();
        return (start.length() > LONGEST_NAME ? start.substring(0, LONGEST_NAME) : start) + "."
                + hash.toString().substring(0, 8) + hash.toString().substring(9, 13);
    }
}
