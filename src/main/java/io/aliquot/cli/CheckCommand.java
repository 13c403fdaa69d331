package io.aliquot.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.aliquot.cli.check.Probe;
import io.aliquot.cli.check.Target;
import io.aliquot.model.LegacyKey;
import io.aliquot.model.Mapping;
import io.aliquot.model.VendorMapping;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code aliquot check}: asks the installed webhook as the API server would. */
@Command(
        name = "check",
        description = "Send one review to where a registration points, trusting what it names.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the pod got a claim", "1:it did not"})
final class CheckCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--registration",
            paramLabel = "NAME",
            defaultValue = "aliquot",
            description = "MutatingWebhookConfiguration to ask (default: ${DEFAULT-VALUE}).")
    private String registration = "";

    @Option(names = "--mapping", paramLabel = "FILE", description = "The webhook's mapping; the built-in if missing.")
    private Optional<Path> mapping = Optional.empty();

    @Option(
            names = "--address",
            paramLabel = "HOST:PORT",
            description = "Where the webhook listens, when the Service's name can't be resolved here.")
    private Optional<String> address = Optional.empty();

    @Override
    public Integer call() throws InterruptedException {
        List<String> errors = new ArrayList<>();
        Optional<Mapping> read = MappingOption.read(mapping, errors);
        if (read.isEmpty()) {
            return failed(String.join("\n", errors));
        }
        try (KubernetesClient client = ApiClient.connect()) {
            MutatingWebhookConfiguration present = client.admissionRegistration()
                    .v1()
                    .mutatingWebhookConfigurations()
                    .withName(registration)
                    .get();
            if (present == null) {
                return failed("there is no MutatingWebhookConfiguration " + registration);
            }
            String namespace = Optional.ofNullable(client.getNamespace()).orElse("default");
            return judged(new Probe(Target.of(present), address).ask(namespace, resource(read.get())));
        } catch (IOException e) {
            return failed(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            return failed(ApiClient.sentence(e).orElseGet(() -> String.valueOf(e.getMessage())));
        }
    }

    private static String resource(Mapping mapping) {
        VendorMapping vendor = mapping.vendors().getFirst();
        return List.of(LegacyKey.MEMORY, LegacyKey.COUNT, LegacyKey.CORES, LegacyKey.MEMORY_PERCENTAGE).stream()
                .flatMap(key -> Optional.ofNullable(vendor.resources().get(key)).stream())
                .findFirst()
                .orElseThrow();
    }

    private int judged(JsonNode response) {
        if (!response.path("allowed").asBoolean()) {
            return failed("a pod with a share is refused: "
                    + response.path("status").path("message").asText());
        }
        if (!response.hasNonNull("patch")) {
            return failed("a pod with a share is not rewritten; is this mapping the webhook's?");
        }
        out().println("a pod with a share gets a claim");
        out().flush();
        return 0;
    }

    private int failed(String sentence) {
        out().println("aliquot check: " + sentence);
        out().flush();
        return 1;
    }

    private PrintWriter out() {
        return Objects.requireNonNull(spec, "picocli gives it").commandLine().getOut();
    }
}
