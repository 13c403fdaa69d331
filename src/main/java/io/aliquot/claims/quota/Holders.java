package io.aliquot.claims.quota;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.claims.inventory.ClaimReader;
import io.aliquot.claims.request.ClaimAsk;
import io.aliquot.claims.watch.ClusterWatch;
import io.aliquot.claims.watch.PodClaim;
import io.aliquot.rewrite.Template;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who has something in a namespace: live claims under our label, and pods whose claims are yet to be made. */
final class Holders {
    private record Made(String podUid, String podClaim) {}

    private final ClusterWatch watch;
    private final KubernetesSerialization json = new KubernetesSerialization();

    Holders(ClusterWatch watch) {
        this.watch = watch;
    }

    /** @param covered uids of pods whose claims are not to be counted, because the pods are counted otherwise */
    List<Holder> of(String namespace, Set<String> covered) {
        List<ResourceClaim> claims = claims(namespace)
                .filter(claim -> !covered.contains(made(claim).podUid()))
                .toList();
        Set<Made> made = claims.stream().map(Holders::made).collect(Collectors.toSet());
        Stream<Holder> present =
                claims.stream().map(claim -> new Holder(() -> pod(claim).map(this::traits), List.of(Demand.of(claim))));
        Stream<Holder> coming = watch.pods(namespace).stream()
                .filter(pod -> PodClaim.alive(pod)
                        && !covered.contains(pod.getMetadata().getUid()))
                .map(pod -> new Holder(() -> Optional.of(traits(pod)), coming(pod, made)));
        return Stream.concat(present, coming).toList();
    }

    /** Names by uid of the pods that claims were made for, and of those that are there themselves. */
    Map<String, String> named(String namespace) {
        Map<String, String> named = new LinkedHashMap<>();
        claims(namespace)
                .flatMap(claim -> ClaimReader.owner(claim).stream())
                .forEach(owner -> named.put(owner.getUid(), owner.getName()));
        watch.pods(namespace)
                .forEach(pod ->
                        named.put(pod.getMetadata().getUid(), pod.getMetadata().getName()));
        return named;
    }

    private Stream<ResourceClaim> claims(String namespace) {
        return watch.claims(namespace).stream().filter(Holders::counts);
    }

    /** Whether a pod's part is known: the watch may hear of a pod before it hears of its template. */
    boolean canCount(Pod pod) {
        String namespace = pod.getMetadata().getNamespace();
        return PodClaim.of(pod).stream()
                .allMatch(claim -> watch.lastSeen(namespace, claim.template()).isPresent());
    }

    private static boolean counts(ResourceClaim claim) {
        return claim.getMetadata().getDeletionTimestamp() == null
                && claim.getMetadata().getLabels() != null
                && Template.ALIQUOT.equals(claim.getMetadata().getLabels().get(Template.MANAGED_BY));
    }

    private static Made made(ResourceClaim claim) {
        return new Made(
                ClaimReader.owner(claim).map(OwnerReference::getUid).orElse(""),
                ClaimReader.podClaim(claim).orElse(""));
    }

    private Optional<Pod> pod(ResourceClaim claim) {
        return ClaimReader.pod(claim)
                .flatMap(name -> watch.pod(claim.getMetadata().getNamespace(), name));
    }

    private List<Demand> coming(Pod pod, Set<Made> made) {
        return PodClaim.of(pod).stream()
                .filter(claim -> !made.contains(new Made(pod.getMetadata().getUid(), claim.name())))
                .flatMap(claim -> watch.lastSeen(pod.getMetadata().getNamespace(), claim.template()).stream())
                .map(template ->
                        Demand.future(ClaimAsk.ofTemplate(template.object().path("spec"))))
                .toList();
    }

    private PodTraits traits(Pod pod) {
        return PodTraits.of(json.convertValue(pod, JsonNode.class));
    }
}
