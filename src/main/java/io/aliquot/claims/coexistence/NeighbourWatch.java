package io.aliquot.claims.coexistence;

import io.aliquot.claims.watch.ClusterWatch;
import io.aliquot.log.LogLine;
import io.aliquot.model.Mapping;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeList;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Looks for neighbours now and again; each new finding is logged and told once. */
public final class NeighbourWatch implements Runnable {
    private static final Logger LOG = Logger.getLogger(NeighbourWatch.class);
    private static final long PAGE = 500;

    private final KubernetesClient client;
    private final ClusterWatch watch;
    private final Supplier<Mapping> mapping;
    private final String ownRegistration;
    private final Consumer<String> teller;
    private volatile List<String> findings = List.of();

    /** {@code teller} gets each finding when it is new. */
    public NeighbourWatch(
            KubernetesClient client,
            ClusterWatch watch,
            Supplier<Mapping> mapping,
            String ownRegistration,
            Consumer<String> teller) {
        this.client = client;
        this.watch = watch;
        this.mapping = mapping;
        this.ownRegistration = ownRegistration;
        this.teller = teller;
    }

    /** What was found at the last look. */
    public List<String> findings() {
        return findings;
    }

    /** Looks once. */
    @Override
    public void run() {
        Neighbours neighbours = new Neighbours(mapping.get());
        List<String> found = Stream.of(
                        neighbours.webhooks(
                                client.admissionRegistration()
                                        .v1()
                                        .mutatingWebhookConfigurations()
                                        .list()
                                        .getItems(),
                                ownRegistration),
                        nodes(neighbours),
                        neighbours.classes(watch.classes()))
                .flatMap(List::stream)
                .toList();
        found.stream().filter(finding -> !findings.contains(finding)).forEach(finding -> {
            LOG.warn(LogLine.event("neighbour").with("message", finding));
            teller.accept(finding);
        });
        findings = found;
    }

    /** Page by page: nodes are large and many, and only their names are kept. */
    private List<String> nodes(Neighbours neighbours) {
        List<Node> offering = new ArrayList<>();
        @Nullable String next = null;
        do {
            NodeList page = client.nodes()
                    .list(new ListOptionsBuilder()
                            .withLimit(PAGE)
                            .withContinue(next)
                            .build());
            page.getItems().stream()
                    .filter(node -> !neighbours.nodes(List.of(node)).isEmpty())
                    .forEach(offering::add);
            next = page.getMetadata().getContinue();
        } while (next != null && !next.isEmpty());
        return neighbours.nodes(offering);
    }
}
