package io.aliquot.claims;

import io.aliquot.claims.coexistence.NeighbourWatch;
import io.aliquot.claims.events.EventWriter;
import io.aliquot.claims.inventory.AllocationView;
import io.aliquot.claims.leader.Duty;
import io.aliquot.claims.leader.Leadership;
import io.aliquot.claims.pending.PendingWatcher;
import io.aliquot.claims.registration.FirstTrust;
import io.aliquot.claims.registration.Registration;
import io.aliquot.claims.repair.Repairer;
import io.aliquot.claims.sweep.Sweeper;
import io.aliquot.claims.watch.ClaimUser;
import io.aliquot.claims.watch.ClusterWatch;
import io.aliquot.config.CurrentMapping;
import io.aliquot.config.MappingResult;
import io.aliquot.config.Settings;
import io.aliquot.tls.own.Lifetimes;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The work beside the reviews: all that one replica does for all, and its own view of the cluster. */
final class Controllers implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(2);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final KubernetesClient client;
    private final ClusterWatch watch;
    private final Settings settings;
    private final CurrentMapping current;
    private final TemplateMaker maker;
    private final EventWriter events;
    private final ObjectReference home;
    private final NeighbourWatch neighbours;
    private final Optional<Registration> registration;
    private final Optional<FirstTrust> firstTrust;
    private final Leadership leadership;

    Controllers(
            KubernetesClient client,
            ClusterWatch watch,
            Settings settings,
            CurrentMapping current,
            TemplateMaker maker,
            Identity identity) {
        this.client = client;
        this.watch = watch;
        this.settings = settings;
        this.current = current;
        this.maker = maker;
        this.events = new EventWriter(client, Clock.systemUTC(), identity.replica());
        this.home = EventWriter.namespace(identity.namespace());
        this.neighbours = new NeighbourWatch(
                client,
                watch,
                current::mapping,
                settings.registration().orElse(""),
                finding -> events.warn(home, "Neighbour", finding));
        CaBundle own = new CaBundle(settings.caBundle());
        this.registration = settings.registration()
                .map(name -> new Registration(
                        client,
                        name,
                        current::mapping,
                        current::fileHash,
                        own,
                        Lifetimes.of(settings).handover()));
        this.firstTrust = settings.registration().map(name -> new FirstTrust(client, name, own));
        this.leadership =
                new Leadership(client, identity.namespace(), settings.lease(), identity.replica(), this::duties);
    }

    Controllers start() {
        current.onChange(this::mappingChanged);
        leadership.start();
        return this;
    }

    /** Made anew for each term: a new leader has seen nothing yet. */
    private List<Duty> duties() {
        Clock clock = Clock.systemUTC();
        List<Duty> duties = new ArrayList<>();
        duties.add(duty("repair", SOON, new Repairer(client, watch, current::mapping, maker, events)));
        duties.add(duty("pending", SOON, new PendingWatcher(watch, current::mapping, events, clock, PATIENCE)));
        duties.add(duty("sweep", sweepEvery(), new Sweeper(client, watch, clock, settings.sweepAfter())));
        duties.add(duty("neighbours", MINUTE, neighbours));
        // It reads nothing of the watch; until it has written the caBundle the API server trusts no replica.
        registration.ifPresent(present -> duties.add(new Duty("registration", settings.certificateLook(), present)));
        return duties;
    }

    private Duration sweepEvery() {
        return settings.sweepAfter().compareTo(MINUTE) < 0 ? settings.sweepAfter() : MINUTE;
    }

    private Duty duty(String name, Duration every, Runnable work) {
        return new Duty(name, every, () -> {
            if (watch.synced()) {
                work.run();
            }
        });
    }

    private void mappingChanged(MappingResult result) {
        switch (result) {
            case MappingResult.Valid valid -> {
                events.note(
                        home,
                        "MappingReloaded",
                        "the mapping is now " + valid.mapping().hash());
                if (leadership.leads()) {
                    registration.ifPresent(Registration::run);
                }
            }
            case MappingResult.Invalid invalid ->
                events.warn(
                        home,
                        "MappingRejected",
                        "the mapping file is wrong, the running one stays: " + String.join("; ", invalid.errors()));
        }
    }

    /** Looks whether the API server trusts what this replica serves, and sees to it. */
    boolean trusted() {
        return firstTrust.map(FirstTrust::getAsBoolean).orElse(true);
    }

    /** Warns of what keeps claims from working. */
    void tellObstacle(String obstacle) {
        events.warn(home, "PreflightFailed", obstacle);
    }

    boolean leads() {
        return leadership.leads();
    }

    List<String> neighbours() {
        return neighbours.findings();
    }

    /** Only the leader shows who has what: two replicas would count everything twice. */
    AllocationView allocation() {
        return leads() && watch.synced()
                ? AllocationView.of(
                        watch.inventory(),
                        current.mapping(),
                        (namespace, pod, claim) ->
                                watch.pod(namespace, pod).flatMap(present -> ClaimUser.of(present, claim)))
                : new AllocationView(List.of(), List.of());
    }

    @Override
    public void close() {
        leadership.close();
    }
}
