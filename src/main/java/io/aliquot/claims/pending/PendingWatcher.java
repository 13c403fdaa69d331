package io.aliquot.claims.pending;

import io.aliquot.claims.events.EventWriter;
import io.aliquot.claims.inventory.ClaimReader;
import io.aliquot.claims.request.ClaimAsk;
import io.aliquot.claims.watch.ClusterWatch;
import io.aliquot.claims.watch.PodClaim;
import io.aliquot.model.Mapping;
import io.aliquot.rewrite.Template;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Tells pods why their claims wait, once the scheduler has had time to try. */
public final class PendingWatcher implements Runnable {
    private static final String REASON = "WaitingForCard";

    private record PodKey(String namespace, String name, String uid) {}

    private final ClusterWatch watch;
    private final Supplier<Mapping> mapping;
    private final EventWriter events;
    private final Clock clock;
    private final Duration patience;
    private final Map<PodKey, Instant> waitingSince = new HashMap<>();

    /** {@code patience} is how long a claim may wait before anything is said. */
    public PendingWatcher(
            ClusterWatch watch, Supplier<Mapping> mapping, EventWriter events, Clock clock, Duration patience) {
        this.watch = watch;
        this.mapping = mapping;
        this.events = events;
        this.clock = clock;
        this.patience = patience;
    }

    /** Looks once. */
    @Override
    public void run() {
        Map<PodKey, List<ResourceClaim>> waiting = watch.claims().stream()
                .filter(PendingWatcher::waits)
                .filter(claim -> ClaimReader.owner(claim).isPresent())
                .collect(Collectors.groupingBy(PendingWatcher::key));
        waitingSince.keySet().retainAll(waiting.keySet());
        Instant now = clock.instant();
        PendingReason reasons = new PendingReason(mapping.get());
        waiting.forEach((pod, claims) -> {
            Instant since = waitingSince.computeIfAbsent(pod, key -> now);
            if (Duration.between(since, now).compareTo(patience) >= 0 && schedulable(pod)) {
                tell(pod, claims, reasons);
            }
        });
    }

    private void tell(PodKey pod, List<ResourceClaim> claims, PendingReason reasons) {
        List<ClaimAsk> asks =
                claims.stream().map(claim -> ClaimAsk.of(claim.getSpec())).toList();
        reasons.of(asks, watch.inventory())
                .ifPresent(
                        reason -> events.warn(EventWriter.pod(pod.namespace(), pod.name(), pod.uid()), REASON, reason));
    }

    /** A pod behind a gate, or one that ends, waits for something else. */
    private boolean schedulable(PodKey key) {
        return watch.pod(key.namespace(), key.name())
                .filter(pod -> pod.getMetadata().getUid().equals(key.uid()))
                .filter(PodClaim::alive)
                .filter(PendingWatcher::ungated)
                .isPresent();
    }

    private static boolean ungated(Pod pod) {
        return pod.getSpec().getSchedulingGates() == null
                || pod.getSpec().getSchedulingGates().isEmpty();
    }

    private static boolean waits(ResourceClaim claim) {
        return claim.getMetadata().getLabels() != null
                && Template.ALIQUOT.equals(claim.getMetadata().getLabels().get(Template.MANAGED_BY))
                && claim.getMetadata().getDeletionTimestamp() == null
                && !ClaimReader.isAllocated(claim);
    }

    private static PodKey key(ResourceClaim claim) {
        OwnerReference owner = ClaimReader.owner(claim).orElseThrow();
        return new PodKey(claim.getMetadata().getNamespace(), owner.getName(), owner.getUid());
    }
}
