package io.aliquot.rewrite.vectors;

import static io.aliquot.model.LegacyKey.CORES;
import static io.aliquot.model.LegacyKey.COUNT;
import static io.aliquot.model.LegacyKey.MEMORY;
import static io.aliquot.model.LegacyKey.PRIORITY;
import static io.aliquot.rewrite.vectors.Verdict.Part;

import io.aliquot.model.Quantity;
import java.math.BigDecimal;
import java.util.Set;
import java.util.function.Predicate;

/** Every way in which we mean to differ from the old system, and why. Any other difference is a fault. */
@SuppressWarnings("ImmutableEnumChecker") // the predicates and the set are never written to
enum IntendedDifference {
    SUFFIXED_MEMORY(
            "4Gi is 4294967296 MiB to the old system, which then loses the card; the user meant bytes",
            f -> any(f, c -> c.quantity(MEMORY).map(Quantity::binary).orElse(false)),
            Part.DENIED),
    BEYOND_INT32(
            "numbers above 2^31 - 1 wrap around or lose the card in the old system",
            f -> any(f, c -> c.values().values().stream().anyMatch(q -> above(q, PodFacts.INT32))),
            Part.DENIED),
    MORE_THAN_32_CARDS("a claim holds at most 32 requests", f -> any(f, c -> c.number(COUNT, 0) > 32), Part.DENIED),
    NEGATIVE_OR_FRACTION(
            "once the names are stripped nobody else refuses such numbers",
            f -> any(
                    f,
                    c -> c.values().values().stream()
                            .anyMatch(q -> !q.isWhole() || q.value().signum() < 0)),
            Part.DENIED),
    CORES_CLAMPED(
            "the old system cuts cores to 100 when it binds the pod, we when we read them",
            f -> any(f, c -> c.number(CORES, 0) > 100),
            Part.CONTAINERS),
    REQUESTS_ONLY(
            "the API server would refuse requests without limits; without the names the pod is valid",
            f -> any(f, c -> !c.requestsOnly().isEmpty()),
            Part.DENIED,
            Part.TAKEN,
            Part.CONTAINERS,
            Part.ENV),
    ZERO_CARDS_ARE_NO_SHARE(
            "a privileged or bound pod that asks for no card harms nobody",
            f -> !f.anyShare() && any(f, PodFacts.Asked::zeroCards) && (f.privileged() || f.bound()),
            Part.DENIED),
    PRIORITY_ALONE_IS_STRIPPED(
            "a name that no scheduler knows would keep the pod Pending",
            f -> any(f, c -> c.has(PRIORITY)) && f.containers().stream().noneMatch(PodFacts.Asked::speaksOfCards),
            Part.TAKEN),
    PRIORITY_IS_LOW_OR_HIGH(
            "only 0 and 1 mean anything to the library", f -> any(f, c -> c.number(PRIORITY, 0) > 1), Part.ENV),
    OWN_PRIORITY_STAYS(
            "the container's own value wins; the old system appends a second variable of that name",
            f -> any(f, c -> c.has(PRIORITY) && c.setsEnv("CUDA_TASK_PRIORITY")),
            Part.ENV),
    IGNORE_LABEL(
            "the API server does not call either webhook; ours looks once more",
            PodFacts::optedOut,
            Part.DENIED,
            Part.TAKEN,
            Part.CONTAINERS),
    NO_CONTAINERS(
            "the API server has its own word for a pod without containers",
            f -> f.pod().at("/spec/containers").isEmpty(),
            Part.DENIED),
    WITHOUT_NAMES_UNTOUCHED(
            "a pod that speaks of no card never reaches us, whatever scheduler it names", f -> !f.names(), Part.TAKEN),
    INIT_CONTAINERS_SHARE_CLAIMS(
            "an init container runs alone and uses a claim of the app, or the largest of the init containers",
            f -> any(f, c -> c.init() && c.share()),
            Part.CONTAINERS);

    final String reason;
    private final Predicate<PodFacts> applies;
    private final Set<Part> parts;

    IntendedDifference(String reason, Predicate<PodFacts> applies, Part... parts) {
        this.reason = reason;
        this.applies = applies;
        this.parts = Set.of(parts);
    }

    boolean explains(PodFacts facts, Part part) {
        return parts.contains(part) && applies.test(facts);
    }

    private static boolean any(PodFacts facts, Predicate<PodFacts.Asked> which) {
        return facts.containers().stream().anyMatch(which);
    }

    private static boolean above(Quantity quantity, long limit) {
        return quantity.value().compareTo(BigDecimal.valueOf(limit)) > 0;
    }
}
