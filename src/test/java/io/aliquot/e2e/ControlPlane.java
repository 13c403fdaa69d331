package io.aliquot.e2e;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A control plane of the test bed with the webhook's rights installed: one for all tests of a JVM, which goes down with
 * it, however that ends. {@code ALIQUOT_CLUSTER} names a running one to use in its place, {@code K8S} the release. The
 * logs of a run stay in {@code target/e2e-cluster/logs}.
 */
final class ControlPlane implements AutoCloseable {
    static final String SYSTEM = "aliquot-system";
    static final String SERVICE_ACCOUNT = SYSTEM + "/aliquot-webhook";

    private static final Path CLUSTER = Path.of("testbed/bin/cluster").toAbsolutePath();
    /** The deletion of some hundred pods is one request, and the machine may be busy. */
    private static final int PATIENCE_MILLIS = 60_000;

    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    private final Path folder;
    private final KubernetesClient admin;

    private ControlPlane(Path folder) {
        this.folder = folder;
        this.admin = client(folder.resolve("kubeconfig"));
    }

    private static final class Shared {
        private static final ControlPlane PLANE = start();
    }

    static ControlPlane shared() {
        return Shared.PLANE;
    }

    private static ControlPlane start() {
        String running = System.getenv("ALIQUOT_CLUSTER");
        Path folder = Path.of(running == null ? "target/e2e-cluster" : running).toAbsolutePath();
        if (running == null) {
            up(folder, List.of());
        }
        return new ControlPlane(folder).withRights();
    }

    /** A further control plane with options of {@code cluster up}, which the caller closes. */
    static ControlPlane own(String name, String... options) {
        Path folder = Path.of("target/e2e-" + name).toAbsolutePath();
        up(folder, List.of(options));
        return new ControlPlane(folder).withRights();
    }

    private ControlPlane withRights() {
        admin.load(resource("rbac.yaml")).serverSideApply();
        return this;
    }

    private static void up(Path folder, List<String> options) {
        List<String> command = new ArrayList<>(List.of("up"));
        command.addAll(options);
        command.addAll(List.of("--while", String.valueOf(ProcessHandle.current().pid())));
        String release = System.getenv("K8S");
        if (release != null && !release.isEmpty()) {
            command.addAll(List.of("--k8s", release));
        }
        var unused = cluster(folder, command);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            var ignored = cluster(folder, List.of("down", "--keep-logs"));
        }));
    }

    /** Runs {@code testbed/bin/cluster} and returns what it printed. */
    private static String cluster(Path folder, List<String> arguments) {
        List<String> command =
                new ArrayList<>(List.of(CLUSTER.toString(), arguments.getFirst(), "--dir", folder.toString()));
        command.addAll(arguments.subList(1, arguments.size()));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ":\n" + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The administrator's kubeconfig. */
    Path adminConfig() {
        return folder.resolve("kubeconfig");
    }

    /** A client that may do everything. */
    KubernetesClient admin() {
        return admin;
    }

    /** A client that may do everything and never tries a request again by itself. */
    KubernetesClient once() {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(admin.getConfiguration())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
    }

    /** A client that may do what the webhook may. */
    KubernetesClient webhook() {
        return client(webhookConfig());
    }

    /** A kubeconfig of the webhook's service account in its own namespace, as a pod of it has. */
    Path webhookConfig() {
        return config(SYSTEM, SERVICE_ACCOUNT.substring(SYSTEM.length() + 1));
    }

    /** A kubeconfig of any service account in its own namespace. */
    Path config(String namespace, String account) {
        String printed = cluster(folder, List.of("kubeconfig", "--service-account", namespace + "/" + account));
        Path file = Path.of(printed.strip().lines().toList().getLast().strip());
        try {
            String inNamespace = Files.readString(file)
                    .replace("context: {cluster:", "context: {namespace: " + namespace + ", cluster:");
            return Files.writeString(file.resolveSibling(namespace + "-" + account), inNamespace);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The release that runs. */
    String version() {
        return admin.getKubernetesVersion().getGitVersion();
    }

    /** Stops or starts one component. */
    void component(String verb, String name) {
        var unused = cluster(folder, List.of(verb, name));
    }

    /** Starts a program that ends with the cluster and writes to {@link #log}. */
    ProcessHandle run(String name, List<String> command) {
        List<String> arguments = new ArrayList<>(List.of("run", name, "--"));
        arguments.addAll(command);
        long pid = Long.parseLong(cluster(folder, arguments).strip());
        return ProcessHandle.of(pid)
                .orElseThrow(() -> new IllegalStateException(name + " has ended; see " + log(name)));
    }

    /** The log of a component. */
    Path log(String name) {
        return folder.resolve("logs").resolve(name + ".log");
    }

    /** Starts the API server anew with the feature gate DRAConsumableCapacity on or off. */
    void gate(boolean on) {
        component("stop", "kube-apiserver");
        Path arguments = folder.resolve("run/kube-apiserver.args");
        try {
            Files.writeString(
                    arguments, Files.readString(arguments).replaceAll("(DRAConsumableCapacity)=\\w+", "$1=" + on));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        component("start", "kube-apiserver");
    }

    /** Ends a control plane of one's own. */
    @Override
    public void close() {
        admin.close();
        var unused = cluster(folder, List.of("down"));
    }

    /** A new namespace. */
    String namespace() {
        String name = "t" + ProcessHandle.current().pid() + "-" + NAMESPACES.incrementAndGet();
        admin.namespaces()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
        Await.until(
                "the service account of " + name,
                () -> admin.serviceAccounts()
                                .inNamespace(name)
                                .withName("default")
                                .get()
                        != null);
        return name;
    }

    /** Deletes a namespace and waits until its pods have given back their cards, which other tests need. */
    void remove(String namespace) {
        admin.pods().inNamespace(namespace).withGracePeriod(0).delete();
        admin.namespaces().withName(namespace).delete();
        Await.until(
                "the claims of " + namespace + " are gone",
                () -> admin.resources(ResourceClaim.class)
                        .inNamespace(namespace)
                        .list()
                        .getItems()
                        .isEmpty());
    }

    /** The condition under which the API server asks the webhook that is registered as {@code name}. */
    String matchCondition(String name) {
        return admin.admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName(name)
                .get()
                .getWebhooks()
                .getFirst()
                .getMatchConditions()
                .getFirst()
                .getExpression();
    }

    /** The release's kubectl for an administrator in {@code namespace}. */
    Kubectl kubectl(String namespace) {
        Properties settings = new Properties();
        try (Reader file = Files.newBufferedReader(folder.resolve("cluster.env"))) {
            settings.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Kubectl(Path.of(settings.getProperty("KUBECTL")), folder.resolve("kubeconfig"), namespace);
    }

    /** A kubeconfig of a user without any rights yet. */
    Path user(String name) {
        return Path.of(cluster(folder, List.of("kubeconfig", "--user", name)).strip());
    }

    /** A file of the folder {@code e2e}. */
    static InputStream resource(String name) {
        return Objects.requireNonNull(ControlPlane.class.getResourceAsStream("/e2e/" + name), name);
    }

    private static KubernetesClient client(Path kubeconfig) {
        try {
            return new KubernetesClientBuilder()
                    .withConfig(new ConfigBuilder(Config.fromKubeconfig(Files.readString(kubeconfig)))
                            .withRequestTimeout(PATIENCE_MILLIS)
                            .build())
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
