package io.aliquot.e2e;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.claims.registration.MatchConditions;
import io.aliquot.config.MappingFile;
import io.aliquot.model.Card;
import io.aliquot.model.LegacyKey;
import io.aliquot.model.Mapping;
import io.aliquot.rewrite.RewriteInput;
import io.aliquot.rewrite.Rewriter;
import io.aliquot.rewrite.Rewriting;
import io.aliquot.rewrite.golden.GoldenCase;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The webhook in the setting of a golden case: its mapping in use and registered, its cards on the node n1. */
final class GoldenSetting implements AutoCloseable {
    private final ControlPlane plane;
    private final KubernetesClient admin;
    private final Path mappingFile;
    private final Installation installation;
    private final Cards cards;
    private Mapping mapping = MappingFile.defaults();

    GoldenSetting(ControlPlane plane, Path folder) {
        this.plane = plane;
        admin = plane.admin();
        mappingFile = write(folder.resolve("mapping.yaml"), MappingFile.defaultText());
        cards = new Cards(admin, Map.of());
        installation =
                new Installation(plane, folder, "--mapping", mappingFile.toString(), "--registration", "aliquot");
    }

    /** Returns once the webhook sees these cards and asks by the case's mapping. */
    void become(GoldenCase golden, List<Card> shown) {
        cards.show(Map.of("n1", shown));
        if (!golden.mapping().equals(mapping)) {
            mapping = golden.mapping();
            Path file = golden.folder().resolve("mapping.yaml");
            write(mappingFile, Files.exists(file) ? read(file) : MappingFile.defaultText());
        }
        Await.until(
                "the mapping is in use",
                () -> installation.webhook().health().toString().contains(mapping.hash()));
        Await.until(
                "the registration follows",
                () -> plane.matchCondition("aliquot").equals(MatchConditions.expression(mapping)));
        mapping.vendors().stream()
                .flatMap(vendor -> Optional.ofNullable(vendor.resources().get(LegacyKey.MEMORY_PERCENTAGE)).stream())
                .findFirst()
                .ifPresent(name -> Await.until("the cards are seen", () -> seen(name, shown)));
    }

    /** Whether a percentage gives what it must with these cards. */
    private boolean seen(String percentage, List<Card> shown) {
        ObjectNode pod = Workloads.legacy("probe", "");
        pod.withObject("/spec/containers/0/resources/limits").put(percentage, "7");
        String answer;
        try {
            answer = admin.raw("/api/v1/namespaces/default/pods?dryRun=All", "POST", pod.toString());
        } catch (KubernetesClientException e) {
            answer = String.valueOf(e.getMessage());
        }
        return switch (Rewriter.rewrite(RewriteInput.create(pod, mapping, shown))) {
            case Rewriting.Rewritten rewritten ->
                answer.contains(rewritten.templates().getFirst().name());
            case Rewriting.Refused refused ->
                answer.contains(refused.problems().getFirst().message());
            case Rewriting.Unchanged unchanged -> true;
        };
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        installation.close();
        cards.close();
    }
}
