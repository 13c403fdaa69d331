package io.aliquot.e2e;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.rewrite.Rewriting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a review costs: pods created through the API server without a webhook, with one that does nothing, with a claim
 * and no webhook, with one that answers our patch without a thought, and with ours, in turn, several times over
 * ({@code make bench-admission}). It fails for nothing but an error; a person reads the ratios.
 */
@Tag("bench")
class AdmissionFigures {
    private static final int RUNS = Integer.getInteger("bench.runs", 5);
    private static final int ONE_BY_ONE = Integer.getInteger("bench.sequential", 300);
    private static final int MANY = Integer.getInteger("bench.burst", 800);
    private static final int FIRST = 1_000;
    private static final ObjectNode LEGACY = gated();
    private static final Rewriting.Rewritten REWRITTEN = Workloads.rewritten(LEGACY, List.of());
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int[] CLIENTS = {1, 8, 64};

    private enum Variant {
        NONE,
        NOOP,
        /** No webhook, pods as ours rewrites them: what Kubernetes itself has to do for a claim. */
        CLAIM,
        /** The no-op answers with the patch that ours would: what is not ours to save. */
        PATCH,
        OURS
    }

    private final ControlPlane plane = ControlPlane.shared();
    private final RawApi api = RawApi.server(plane.admin().getConfiguration());
    private final Map<String, Map<Variant, List<Double>>> figures = new TreeMap<>();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void print() throws IOException {
        try (WebhookProcess ours = WebhookProcess.asInTheImage(plane, folder).awaitReady();
                NoopWebhook noop = new NoopWebhook(plane, folder.resolve("certificate"))) {
            RawApi direct = RawApi.webhook(ours.authority(), ours.port());
            byte[] review = review();
            Sample first = Sample.of(FIRST, 1, i -> direct.post("/mutate", review) == 200);
            byte[] patch = patch(ours, noop, direct);
            note("first 1000 reviews after ready, p99 ms", Variant.OURS, first.millis(99));
            for (int run = 0; run < RUNS; run++) {
                for (int turn = 0; turn < Variant.values().length; turn++) {
                    Variant variant = Variant.values()[(run + turn) % Variant.values().length];
                    noop.patchWith(variant == Variant.PATCH ? patch : new byte[0]);
                    register(variant, ours, noop);
                    pods(variant);
                    System.out.printf("run %d of %d: %s, load %s%n", run + 1, RUNS, variant, load());
                }
                reviews(Variant.NOOP, RawApi.webhook(ours.authority(), noop.port()), review);
                reviews(Variant.OURS, direct, review);
            }
            note("resident MiB at the end", Variant.NOOP, noop.residentMib());
            note("resident MiB at the end", Variant.OURS, ours.residentMib());
        } finally {
            Installation.unregister(plane);
        }
        table();
    }

    /** What ours answers to the review of our pod as the API server sends it. */
    private byte[] patch(WebhookProcess ours, NoopWebhook noop, RawApi direct) throws IOException {
        register(Variant.NOOP, ours, noop);
        create(Variant.NONE, "/api/v1/namespaces/default/pods?dryRun=All", "sample");
        return JSON.readTree(direct.ask("/mutate", noop.lastReview()))
                .at("/response/patch")
                .binaryValue();
    }

    private void register(Variant variant, WebhookProcess ours, NoopWebhook noop) {
        switch (variant) {
            case NONE, CLAIM -> Installation.unregister(plane);
            case NOOP, PATCH -> ours.point(plane.admin(), noop.port());
            case OURS -> ours.point(plane.admin(), ours.port());
        }
        Await.until("the registration is in force", () -> {
            double oursBefore = ours.metric("aliquot_reviews_total");
            long noopBefore = noop.reviews();
            create(Variant.NONE, "/api/v1/namespaces/default/pods?dryRun=All", "probe");
            return (ours.metric("aliquot_reviews_total") > oursBefore) == (variant == Variant.OURS)
                    && (noop.reviews() > noopBefore) == (variant == Variant.NOOP || variant == Variant.PATCH);
        });
    }

    /** A namespace of its own for each batch; pods are gated, so that nothing but their creation happens. */
    private void pods(Variant variant) {
        String namespace = plane.namespace();
        String path = "/api/v1/namespaces/" + namespace + "/pods";
        REWRITTEN.templates().forEach(template -> Workloads.create(plane.admin(), namespace, template));
        Sample.of(20, 4, i -> create(variant, path, "warm-" + i));
        double writes = templateWrites();
        Sample alone = Sample.of(ONE_BY_ONE, 1, i -> create(variant, path, "alone-" + i));
        note("created one by one, p50 ms", variant, alone.millis(50));
        note("created one by one, p99 ms", variant, alone.millis(99));
        Sample sixteen = Sample.of(MANY, 16, i -> create(variant, path, "sixteen-" + i));
        note("16 at once, pods/s", variant, sixteen.perSecond());
        Sample burst = Sample.of(MANY, MANY, i -> create(variant, path, "burst-" + i));
        note(MANY + " at once, p50 ms", variant, burst.millis(50));
        note(MANY + " at once, refused", variant, burst.failed());
        note("failed of all others", variant, alone.failed() + sixteen.failed());
        if (variant == Variant.OURS) {
            note(
                    "requests for templates per 1000 pods",
                    variant,
                    (templateWrites() - writes) * 1000 / (ONE_BY_ONE + 2 * MANY));
        }
        plane.admin().pods().inNamespace(namespace).withGracePeriod(0).delete();
        plane.admin().namespaces().withName(namespace).delete();
    }

    private double templateWrites() {
        return ApiRequests.forTemplates(plane.admin()).values().stream()
                .mapToDouble(Double::parseDouble)
                .sum();
    }

    private boolean create(Variant variant, String path, String name) {
        ObjectNode pod = (variant == Variant.CLAIM ? REWRITTEN.pod() : LEGACY).deepCopy();
        pod.withObjectProperty("metadata").put("name", name);
        return api.post(path, pod.toString().getBytes(StandardCharsets.UTF_8)) == 201;
    }

    private static ObjectNode gated() {
        ObjectNode pod = Workloads.legacy("any", "gpumem=100");
        ((ObjectNode) pod.path("spec")).putArray("schedulingGates").addObject().put("name", "example.com/never");
        return pod;
    }

    private void reviews(Variant variant, RawApi webhook, byte[] review) {
        for (int clients : CLIENTS) {
            Sample sample = Sample.of(1_000, clients, i -> webhook.post("/mutate", review) == 200);
            note("reviews/s straight, %2d clients".formatted(clients), variant, sample.perSecond());
        }
    }

    private static byte[] review() throws IOException {
        try (var stream = Objects.requireNonNull(
                AdmissionFigures.class.getResourceAsStream("/reviews/pod-count-mem-cores.01-create.json"))) {
            return stream.readAllBytes();
        }
    }

    private void note(String what, Variant variant, double figure) {
        figures.computeIfAbsent(what, name -> new EnumMap<>(Variant.class))
                .computeIfAbsent(variant, each -> new ArrayList<>())
                .add(figure);
    }

    private static String load() throws IOException {
        return Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0];
    }

    private void table() throws IOException {
        System.out.printf("%nKubernetes %s, %d runs, medians; load at the end %s%n", plane.version(), RUNS, load());
        System.out.printf("%-40s %10s %10s %10s %10s %10s%n", "", "no webhook", "no-op", "claim", "patch", "ours");
        figures.forEach((what, variants) -> {
            System.out.printf("%-40s", what);
            for (Variant variant : Variant.values()) {
                System.out.printf(" %10s", text(variants, variant));
            }
            System.out.println();
        });
        double noop = added(Variant.NOOP);
        double patch = added(Variant.PATCH);
        double ours = added(Variant.OURS);
        System.out.printf(
                "added to a create (p50): no-op %.2f ms, claim %.2f ms, no-op with our patch %.2f ms, ours %.2f ms%n",
                noop, added(Variant.CLAIM), patch, ours);
        System.out.printf(
                "ratio of ours to the no-op: %.2f (goal 1.3 at most); to the no-op with our patch: %.2f%n",
                ours / noop, ours / patch);
        Map<Variant, List<Double>> sixteen = Objects.requireNonNull(figures.get("16 at once, pods/s"));
        System.out.printf(
                "pods/s with 16 at once: ratio to the no-op %.2f (goal 0.9 at least), with our patch %.2f, to the claim alone %.2f%n",
                median(sixteen, Variant.OURS) / median(sixteen, Variant.NOOP),
                median(sixteen, Variant.OURS) / median(sixteen, Variant.PATCH),
                median(sixteen, Variant.OURS) / median(sixteen, Variant.CLAIM));
    }

    /** To a create without a webhook, ms. */
    private double added(Variant variant) {
        Map<Variant, List<Double>> alone = Objects.requireNonNull(figures.get("created one by one, p50 ms"));
        return median(alone, variant) - median(alone, Variant.NONE);
    }

    private static String text(Map<Variant, List<Double>> variants, Variant variant) {
        return variants.containsKey(variant) ? "%.1f".formatted(median(variants, variant)) : "-";
    }

    private static double median(Map<Variant, List<Double>> variants, Variant variant) {
        List<Double> sorted = variants.getOrDefault(variant, List.of(Double.NaN)).stream()
                .sorted()
                .toList();
        return sorted.get(sorted.size() / 2);
    }
}
