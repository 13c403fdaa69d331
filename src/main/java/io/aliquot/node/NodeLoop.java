package io.aliquot.node;

import io.aliquot.node.api.Coexistence;
import io.aliquot.node.api.Complaints;
import io.aliquot.node.health.Readiness;
import io.aliquot.node.health.Rounds;
import io.aliquot.node.inventory.Inventory;
import io.aliquot.node.kubelet.DeviceHealth;
import io.aliquot.node.kubelet.HealthBoard;
import io.aliquot.node.prepare.Recovery;
import io.aliquot.node.slice.Seat;
import io.aliquot.node.slice.SliceDevices;
import io.aliquot.node.slice.SlicePublisher;
import io.aliquot.node.state.Planner;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** What goes on all the time: look at the cards, put the host in order once, keep the slice as it should be. */
final class NodeLoop implements Closeable {
    /** Stands against being ready until the cards have been looked at once. */
    static final String FIRST_LOOK = "first look at the cards";

    private static final Logger LOG = Logger.getLogger(NodeLoop.class);
    private final NodeOptions options;
    private final CardWatch watch;
    private final Recovery recovery;
    private final String library;
    private final SliceDevices devices;
    private final SlicePublisher publisher;
    private final Coexistence coexistence;
    private final Seat seat;
    private final Complaints complaints;
    private final Readiness readiness;
    private final HealthBoard board;
    private final Rounds rounds = new Rounds("node-loop", this::round);
    private volatile @Nullable Planner planner;
    private volatile Inventory cards = Inventory.NONE;
    private boolean withdrawn;
    private final AtomicLong looks = new AtomicLong();

    NodeLoop(
            NodeOptions options,
            CardWatch watch,
            Recovery recovery,
            String library,
            SliceDevices devices,
            SlicePublisher publisher,
            Coexistence coexistence,
            Seat seat,
            Complaints complaints,
            Readiness readiness,
            HealthBoard board) {
        this.options = options;
        this.watch = watch;
        this.recovery = recovery;
        this.library = library;
        this.devices = devices;
        this.publisher = publisher;
        this.coexistence = coexistence;
        this.seat = seat;
        this.complaints = complaints;
        this.readiness = readiness;
        this.board = board;
    }

    /** Empty until the cards are known and the host is in order. */
    Optional<Planner> planner() {
        return Optional.ofNullable(planner);
    }

    CardsNow cards() {
        return new CardsNow(watch.nvml(), cards, looks.get());
    }

    void start(KubernetesClient client) {
        readiness.whenFine("kubelet", rounds::soon);
        rounds.start(Duration.ZERO, options.refresh());
        client.dynamicResourceAllocation()
                .v1()
                .resourcesSlices()
                .withField("spec.driver", options.driver())
                .withField("spec.nodeName", options.node())
                .runnableInformer(0)
                .addEventHandler(new Changes(rounds::soon))
                .exceptionHandler((started, failure) -> true)
                .start()
                .exceptionally(failure -> null);
    }

    Rounds rounds() {
        return rounds;
    }

    private void round() {
        try {
            watch.look().ifPresentOrElse(this::act, this::withdraw);
            readiness.fine(FIRST_LOOK);
            readiness.fine("api");
            looks.incrementAndGet();
        } catch (RuntimeException e) {
            LOG.warnf("The cards are looked at again: %s", e);
            readiness.wrong("api", String.valueOf(e.getMessage()));
        }
    }

    private void act(Inventory now) {
        withdrawn = false;
        boolean mine = isPublisher();
        Planner next = new Planner(options.driver(), options.node(), now.offers());
        if (!isInOrder(mine) && !recovered(next)) {
            return;
        }
        readiness.fine("recovery");
        planner = next;
        cards = now;
        board.show(now.cards().stream()
                .map(card -> new DeviceHealth(
                        options.node(), card.offer().device(), card.card().trouble()))
                .toList());
        // Where the kubelet does not know the driver, no pod could start.
        if (mine && readiness.isFine("kubelet")) {
            publish(now);
        }
    }

    /**
     * Nothing is known of the cards, so nothing new may be placed on them. What is prepared stays. Once is enough: most
     * nodes of a cluster may have no card, or get their driver later.
     */
    private void withdraw() {
        if (withdrawn || !isPublisher()) {
            return;
        }
        if (publisher.withdraw()) {
            readiness.wrong(
                    "slices",
                    watch.problem()
                            + "; the cards that this node had are withdrawn. See that nvidia-smi works on it,"
                            + " and restart the driver's pod after an upgrade of the vendor's driver");
        }
        withdrawn = true;
    }

    private boolean isInOrder(boolean mine) {
        try {
            return planner != null && !recovery.isNeeded(mine);
        } catch (IOException e) {
            LOG.warnf("The checkpoint is looked at again: %s", e);
            return false;
        }
    }

    private boolean recovered(Planner next) {
        try {
            recovery.run(next, library);
            return true;
        } catch (IOException e) {
            LOG.warnf("The host is put in order again: %s", e.getMessage());
            readiness.wrong("recovery", String.valueOf(e.getMessage()));
            return false;
        }
    }

    private boolean isPublisher() {
        try {
            return seat.mine();
        } catch (IOException e) {
            LOG.warnf("Who publishes is looked at again: %s", e);
            return false;
        }
    }

    private void publish(Inventory now) {
        List<String> conflicts = options.coexist()
                ? List.of()
                : coexistence.conflicts(
                        now.cards().stream().map(card -> card.offer().uuid()).collect(Collectors.toSet()));
        complaints.tell("CardsOfferedTwice", conflicts);
        if (!conflicts.isEmpty()) {
            readiness.wrong("coexistence", String.join("; ", conflicts));
            publisher.withdraw();
            return;
        }
        readiness.fine("coexistence");
        complaints.tell("CardUnhealthy", now.troubles());
        if (publisher.publish(devices.of(now.cards()), devices.withoutTaints(now.cards()))) {
            readiness.fine("slices");
        } else {
            readiness.wrong(
                    "slices",
                    "the API server drops the fields of shared cards: enable the feature gate DRAConsumableCapacity");
        }
    }

    @Override
    public void close() {
        rounds.close();
    }

    /** Any change of our slices but their first sight is a reason to look. */
    private record Changes(Runnable look) implements ResourceEventHandler<ResourceSlice> {
        @Override
        public void onAdd(ResourceSlice slice) {}

        @Override
        public void onUpdate(ResourceSlice was, ResourceSlice is) {
            look.run();
        }

        @Override
        public void onDelete(ResourceSlice slice, boolean unknown) {
            look.run();
        }
    }
}
