package io.aliquot.claims.quota;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.claims.request.ClaimAsk;
import io.aliquot.claims.watch.ClusterWatch;
import io.aliquot.model.Mapping;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.Template;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Lets pods pass as long as the quotas of their namespace allow. Reviews of one namespace are judged one after the other,
 * and what passed is held in reserve until its pod is seen, so that one replica never lets too much pass.
 */
public final class QuotaGate {
    private static final class Namespace {
        private final ReentrantLock lock = new ReentrantLock();
        private final Reservations reservations;

        private Namespace(Clock clock) {
            reservations = new Reservations(clock);
        }
    }

    private final ClusterWatch watch;
    private final Clock clock;
    private final Map<String, Namespace> namespaces = new ConcurrentHashMap<>();

    public QuotaGate(ClusterWatch watch, Clock clock) {
        this.watch = watch;
        this.clock = clock;
    }

    /** Judges a rewritten pod that is about to be created; a dry run reserves nothing. */
    public QuotaVerdict admit(String namespace, Rewriting.Rewritten pod, Mapping mapping, boolean dryRun) {
        List<ResourceQuota> present = watch.quotas(namespace);
        if (present.isEmpty()) {
            return QuotaVerdict.FINE;
        }
        Quotas quotas = new Quotas(mapping);
        List<ResourceQuota> concerned = quotas.concerned(present);
        List<Demand> demands = concerned.isEmpty() ? List.of() : demands(pod);
        if (demands.isEmpty()) {
            return QuotaVerdict.FINE;
        }
        Namespace state = namespaces.computeIfAbsent(namespace, name -> new Namespace(clock));
        Holder holder = new Holder(() -> Optional.of(PodTraits.of(pod.pod())), demands);
        state.lock.lock();
        try {
            List<Holder> others = new ArrayList<>(holders(namespace, state.reservations));
            others.addAll(state.reservations.holders());
            QuotaVerdict verdict = quotas.judge(concerned, holder, others);
            if (verdict.exceeded().isEmpty() && !dryRun) {
                state.reservations.add(pod.pod(), holder);
            }
            return verdict;
        } finally {
            state.lock.unlock();
        }
    }

    /** Whom the watch knows, without those who are held in reserve. */
    private List<Holder> holders(String namespace, Reservations reservations) {
        Holders holders = new Holders(watch);
        Map<String, String> named = holders.named(namespace);
        reservations.settle(
                watch.pods(namespace).stream().filter(holders::canCount).toList(), named.keySet());
        return holders.of(namespace, reservations.covered(named));
    }

    /** A pod has one claim for each of its entries, several of which may come from one template. */
    private static List<Demand> demands(Rewriting.Rewritten pod) {
        Map<String, Template> byName =
                pod.templates().stream().collect(Collectors.toMap(Template::name, Function.identity()));
        List<Demand> demands = new ArrayList<>();
        for (JsonNode claim : pod.pod().path("spec").path("resourceClaims")) {
            Template template =
                    byName.get(claim.path("resourceClaimTemplateName").asText(""));
            if (template != null) {
                demands.add(Demand.future(ClaimAsk.ofTemplate(template.spec())));
            }
        }
        return demands;
    }
}
