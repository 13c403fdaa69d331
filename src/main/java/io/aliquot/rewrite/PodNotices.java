package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.model.Backend;
import io.aliquot.model.Card;
import io.aliquot.model.GpuRequest;
import io.aliquot.model.Mapping;
import io.aliquot.model.MemoryRequest;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a user should know about a pod that is accepted all the same. */
final class PodNotices {
    private static final String LIMIT_RANGER = "kubernetes.io/limit-ranger";
    private static final String KUEUE_QUEUE = "kueue.x-k8s.io/queue-name";
    private static final Map<String, String> OPT_OUTS =
            Map.of("CUDA_DISABLE_CONTROL", "true", "GPU_CORE_UTILIZATION_POLICY", "disable");

    /** Values of NVIDIA_VISIBLE_DEVICES that show no card. */
    private static final Set<String> NO_CARDS = Set.of("", "void", "none");

    private final JsonNode pod;
    private final Mapping mapping;
    private final Findings findings;

    PodNotices(JsonNode pod, Mapping mapping, Findings findings) {
        this.pod = pod;
        this.mapping = mapping;
        this.findings = findings;
    }

    /** Legacy numbers written as annotations, which nobody ever read. */
    void strayNumbers() {
        JsonNode annotations = pod.path("metadata").path("annotations");
        mapping.vendors()
                .forEach(vendor -> vendor.resources().values().stream()
                        .filter(annotations::has)
                        .sorted()
                        .forEach(name -> findings.warn(
                                "metadata.annotations[" + name + "]",
                                "has no effect as an annotation; write it into resources.limits of a container")));
    }

    void unsupportedAnnotations() {
        mapping.pods().unsupportedAnnotations().stream()
                .filter(name -> pod.path("metadata").path("annotations").has(name))
                .forEach(name -> findings.warn(
                        "metadata.annotations[" + name + "]",
                        "has no counterpart in Dynamic Resource Allocation and has no effect"));
    }

    void claim(Claim claim, Container container) {
        GpuRequest request = claim.request();
        Backend backend = claim.vendor().backend();
        if (!backend.enforced()) {
            findings.warn(
                    container.path(),
                    "the driver " + backend.driver() + " accounts for the share but does not enforce it");
        }
        boolean partOfMemory = !(request.memory() instanceof MemoryRequest.Whole);
        if (request.exclusive() && partOfMemory && backend.sharesCapacity().isEmpty()) {
            findings.warn(
                    container.path(),
                    "all cores are asked for, but the driver " + backend.driver()
                            + " cannot keep others off the rest of the card's memory");
        }
    }

    /** Kueue does not know {@code firstAvailable}. */
    void alternatives(Collection<Template> templates) {
        boolean queued = pod.path("metadata").path("labels").has(KUEUE_QUEUE);
        if (queued && templates.stream().anyMatch(PodNotices::hasAlternatives)) {
            findings.warn(
                    "metadata.labels[" + KUEUE_QUEUE + "]",
                    "Kueue does not accept the alternatives that a percentage on cards of several sizes needs; ask for"
                            + " memory in MiB if the pod is not admitted");
        }
    }

    private static boolean hasAlternatives(Template template) {
        return template.spec()
                .at("/spec/devices/requests")
                .valueStream()
                .anyMatch(request -> request.has("firstAvailable"));
    }

    /** A request that no card known today can serve; one may join later, so it is no reason to refuse. */
    void outOfReach(Claim claim, Container container, List<Card> cards) {
        String driver = claim.vendor().backend().driver();
        if (claim.selection().mig()
                || cards.stream().noneMatch(card -> card.driver().equals(driver))) {
            return;
        }
        List<Long> sizes = CardSizes.seen(claim.vendor(), claim.selection(), cards);
        if (sizes.isEmpty()) {
            findings.warn(
                    container.path() + ".resources",
                    "no known card passes the pod's annotations; it will be Pending until one joins the cluster");
        } else if (claim.request().memory() instanceof MemoryRequest.Mib(long mib) && mib > sizes.getFirst()) {
            findings.warn(
                    container.path() + ".resources",
                    "asks for " + mib + " MiB on each card, but the largest known card that the pod may use has "
                            + sizes.getFirst() + " MiB; it will be Pending until a larger one joins the cluster");
        }
    }

    /** A variable that switched the old system's limits off; limits do not come from the environment any more. */
    void optOuts(Container container, GpuRequest request) {
        if (request.wholeCard()) {
            return;
        }
        JsonNode env = container.node().path("env");
        for (int i = 0; i < env.size(); i++) {
            String name = env.path(i).path("name").asText("");
            if (env.path(i).path("value").asText("").equals(OPT_OUTS.get(name))) {
                findings.warn(
                        container.path() + ".env[" + i + "]",
                        name
                                + " does not lift the limits of a share; ask for a whole card, or for a device class without"
                                + " limits");
            }
        }
    }

    /** A container without a share that chooses its cards by the vendor's runtime, past every claim. */
    void seesCards(Container container) {
        JsonNode env = container.node().path("env");
        for (int i = 0; i < env.size(); i++) {
            JsonNode entry = env.path(i);
            boolean chooses = entry.path("name").asText("").equals(PodWriter.VISIBLE_DEVICES);
            if (chooses
                    && (entry.has("valueFrom")
                            || !NO_CARDS.contains(entry.path("value").asText("")))) {
                findings.warn(
                        container.path() + ".env[" + i + "]",
                        "this container has no share; where the vendor's runtime is the default it sees cards by "
                                + PodWriter.VISIBLE_DEVICES
                                + " without any limit; write void, or ask for a share");
            }
        }
    }

    /** What stands in a container again after it has got its share; the defaults of a LimitRange always come back. */
    void lateNumbers(Container container) {
        String defaults =
                pod.path("metadata").path("annotations").path(LIMIT_RANGER).asText("");
        if (!defaults.contains("container " + container.name())) {
            findings.warn(
                    container.path() + ".resources",
                    "its numbers were written again after the container had got its share, and change nothing; let"
                            + " the webhook or policy that writes them run before this webhook alone");
        }
    }

    /** What happens to a pod of a scheduler that does not exist any more. */
    void legacyScheduler(String scheduler) {
        findings.warn("spec.schedulerName", scheduler + " belongs to the old system; set to default-scheduler");
    }

    void foreignScheduler(String scheduler) {
        findings.warn(
                "spec.schedulerName",
                scheduler
                        + " is not known to allocate resource claims, so the pod is left as it is; an admin may list it"
                        + " as pods.draSchedulers");
    }
}
