package io.aliquot.e2e;

import io.aliquot.chart.Helm;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A release of the chart in a namespace whose nodes start no containers: this class starts the program with the
 * arguments of the rendered containers, and keeps their mounted ConfigMap as a kubelet does.
 */
final class Release {
    static final String NAME = "shares";

    private final ControlPlane plane;
    private final KubernetesClient admin;
    private final Helm helm;
    private final String namespace;
    private final Path folder;

    Release(ControlPlane plane, Helm helm, String namespace, Path folder) {
        this.plane = plane;
        this.admin = plane.admin();
        this.helm = helm;
        this.namespace = namespace;
        this.folder = folder;
    }

    /** Runs helm; {@code words} are the command and its options beside the namespace. */
    Helm.Answer helm(String... words) {
        List<String> arguments = new ArrayList<>(List.of(words));
        arguments.addAll(List.of("--namespace", namespace));
        return helm.run(
                arguments,
                Map.of(
                        "KUBECONFIG", plane.adminConfig().toString(),
                        "HOME", folder.toString(),
                        "HELM_CACHE_HOME", folder.resolve("helm-cache").toString(),
                        "HELM_DATA_HOME", folder.resolve("helm-data").toString(),
                        "HELM_CONFIG_HOME", folder.resolve("helm-config").toString()));
    }

    /** Runs helm and fails when it fails. */
    String done(String... words) {
        Helm.Answer answer = helm(words);
        if (answer.code() != 0) {
            throw new AssertionError("helm " + String.join(" ", words) + ":\n" + answer.output());
        }
        return answer.output();
    }

    /** A replica with the arguments of the Deployment's container, behind the Service. */
    WebhookProcess replica(String name) {
        mountMapping();
        PodSpec pod = admin.apps()
                .deployments()
                .inNamespace(namespace)
                .withName(NAME + "-webhook")
                .require()
                .getSpec()
                .getTemplate()
                .getSpec();
        List<String> options = new ArrayList<>(arguments(pod));
        options.removeFirst();
        options.add("--certificate-folder=" + folder.resolve(name));
        options.add("--certificate-look=PT1S");
        WebhookProcess replica = new WebhookProcess(plane, folder, account(), options);
        Endpoints.add(admin, namespace, NAME + "-webhook", replica.port());
        return replica;
    }

    /** The arguments of a pod's only container, with this machine's paths. */
    List<String> arguments(PodSpec pod) {
        Container container = pod.getContainers().getFirst();
        return container.getArgs().stream()
                .map(argument ->
                        argument.replace("/etc/aliquot/mapping", mounted().toString()))
                .toList();
    }

    /** Runs the program as the webhook's service account; returns what it printed and its exit code. */
    Helm.Answer program(List<String> arguments) {
        List<String> command =
                new ArrayList<>(List.of(Path.of("bin/aliquot").toAbsolutePath().toString()));
        command.addAll(arguments);
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().put("KUBECONFIG", account().toString());
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Helm.Answer(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Path account() {
        return plane.config(namespace, NAME + "-webhook");
    }

    private Path mounted() {
        return folder.resolve("mapping");
    }

    /** Brings the ConfigMap as it is now to where the replicas read it. */
    void mountMapping() {
        String text = admin.configMaps()
                .inNamespace(namespace)
                .withName(NAME + "-mapping")
                .require()
                .getData()
                .get("mapping.yaml");
        try {
            Files.createDirectories(mounted());
            Path next = Files.writeString(mounted().resolve("..next"), text);
            Files.move(
                    next,
                    mounted().resolve("mapping.yaml"),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
