package io.aliquot.e2e;

import io.aliquot.config.MappingFile;
import io.aliquot.model.Card;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** For the tests of a class: the webhook installed, the cluster's cards, and for each test a namespace of its own. */
final class Site implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {
    private final ControlPlane plane = ControlPlane.shared();
    private final String mapping;
    private @Nullable Path folder;
    private @Nullable Installation installation;
    private @Nullable Cards cards;
    private String namespace = "";

    Site(String mapping) {
        this.mapping = mapping;
    }

    Site() {
        this(MappingFile.defaultText());
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        Path made = Files.createTempDirectory("site");
        Path file = Files.writeString(made.resolve("mapping.yaml"), mapping);
        folder = made;
        cards = new Cards(plane.admin(), Map.of());
        installation = new Installation(plane, made, "--mapping", file.toString(), "--registration", "aliquot");
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (installation != null) {
            installation.close();
        }
        Objects.requireNonNull(cards).close();
        try (var files = Files.walk(Objects.requireNonNull(folder))) {
            files.sorted(java.util.Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        namespace = plane.namespace();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        plane.remove(namespace);
    }

    ControlPlane plane() {
        return plane;
    }

    Installation installation() {
        return Objects.requireNonNull(installation);
    }

    String namespace() {
        return namespace;
    }

    Kubectl kubectl() {
        return plane.kubectl(namespace);
    }

    Claims claims() {
        return new Claims(kubectl());
    }

    /** The cards of the cluster from now on. */
    void cards(Map<String, List<Card>> nodes) {
        Objects.requireNonNull(cards).show(nodes);
    }

    /** Creates a pod whose container {@code main} has these limits, written {@code gpumem=3000 gpucores=30}. */
    void pod(String name, String limits) {
        var unused = kubectl().feed(Workloads.legacy(name, limits).toString(), "create", "-f", "-");
    }

    /** Creates what the YAML says. */
    void create(String yaml) {
        var unused = kubectl().feed(yaml, "create", "-f", "-");
    }
}
