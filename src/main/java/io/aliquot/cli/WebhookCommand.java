package io.aliquot.cli;

import io.aliquot.cli.translate.Input;
import io.aliquot.config.MappingFile;
import io.aliquot.config.MappingResult;
import io.aliquot.tls.CertificateFiles;
import io.aliquot.tls.Pem;
import io.aliquot.tls.SelfSigned;
import io.aliquot.tls.ServingPair;
import io.quarkus.runtime.Quarkus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code aliquot webhook}: everything that can be wrong is found before the server starts. */
@Command(
        name = "webhook",
        description = "Answer admission reviews of pods: legacy limits in, resource claims out.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class WebhookCommand implements Callable<Integer> {
    /** A DNS subdomain. */
    private static final Pattern OBJECT_NAME = Pattern.compile("(?=.{1,253}$)[a-z0-9]([-a-z0-9.]*[a-z0-9])?");

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9*]([-A-Za-z0-9.]*[A-Za-z0-9])?|[0-9A-Fa-f:.]+");

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--mapping",
            paramLabel = "FILE",
            description = "Names, units and back ends; built in when left out.")
    private @Nullable Path mapping;

    @ArgGroup(multiplicity = "1", heading = "%nThe serving certificate, one of:%n")
    private Certificate certificate = new Certificate();

    @Option(
            names = "--names",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "localhost,127.0.0.1,::1",
            description = "Hosts that a self-signed certificate is for (default: ${DEFAULT-VALUE}).")
    private List<String> names = List.of();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8443",
            description = "TLS port (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--management-port",
            paramLabel = "PORT",
            defaultValue = "9000",
            description = "Port of health and metrics (default: ${DEFAULT-VALUE}).")
    private int managementPort;

    @Option(
            names = "--templates",
            paramLabel = "STORE",
            defaultValue = "kubernetes",
            description = "Where templates go: kubernetes, or memory, which prints them (default: ${DEFAULT-VALUE}).")
    private Store templates = Store.KUBERNETES;

    @Option(
            names = "--cards",
            paramLabel = "SIZE",
            split = ",",
            description = "Memory of the cluster's cards, for percentages: 80Gi, 81559Mi, or a number of MiB.")
    private List<String> cards = List.of();

    @Option(
            names = "--registration",
            paramLabel = "NAME",
            description = "Own MutatingWebhookConfiguration, whose matchConditions follow the mapping.")
    private @Nullable String registration;

    @Option(
            names = "--ca-bundle",
            paramLabel = "FILE",
            description = "CA certificates, PEM, that the own MutatingWebhookConfiguration is to name.")
    private @Nullable Path caBundle;

    @Option(
            names = "--lease",
            paramLabel = "NAME",
            defaultValue = "aliquot-webhook",
            description = "Lease of the own namespace that the leader holds (default: ${DEFAULT-VALUE}).")
    private String lease = "";

    @Option(
            names = "--sweep-after",
            paramLabel = "DURATION",
            defaultValue = "PT1H",
            description = "How long a template that no pod refers to stays (default: ${DEFAULT-VALUE}).")
    private Duration sweepAfter = Duration.ofHours(1);

    @Option(
            names = "--drain",
            paramLabel = "DURATION",
            defaultValue = "PT10S",
            description =
                    "How long it still answers, no longer ready, once it is told to end (default: ${DEFAULT-VALUE}).")
    private Duration drain = Duration.ofSeconds(10);

    enum Store {
        KUBERNETES,
        MEMORY
    }

    /** Exactly one of the three. */
    static final class Certificate {
        @ArgGroup(exclusive = false)
        private @Nullable Provided provided;

        @Option(names = "--self-signed", paramLabel = "DIR", description = "Issue one, and its CA, into this folder.")
        private @Nullable Path selfSigned;

        @ArgGroup(exclusive = false)
        private @Nullable OwnCertificateOptions own;
    }

    static final class Provided {
        @Option(names = "--cert", paramLabel = "FILE", required = true, description = "Certificate chain, PEM.")
        private Path certificate = Path.of("");

        @Option(names = "--key", paramLabel = "FILE", required = true, description = "Private key, PEM (PKCS #8).")
        private Path key = Path.of("");
    }

    @Override
    public Integer call() {
        checkMapping();
        checkOptions();
        passCertificate();
        pass("quarkus.http.ssl-port", port);
        pass("quarkus.management.port", managementPort);
        pass("aliquot.templates", templates.name().toLowerCase(Locale.ROOT));
        pass("quarkus.shutdown.delay", drain);
        passControllers();
        Quarkus.run();
        return 0;
    }

    private void passControllers() {
        pass("aliquot.sweep-after", sweepAfter);
        pass("aliquot.lease", lease);
        if (registration != null) {
            pass("aliquot.registration", registration);
        }
        if (caBundle != null) {
            pass("aliquot.ca-bundle", authorities(caBundle).toAbsolutePath());
        }
    }

    private void checkMapping() {
        if (mapping == null) {
            return;
        }
        if (MappingFile.parse(text(mapping)) instanceof MappingResult.Invalid invalid) {
            throw wrong(mapping + " cannot be used:\n  " + String.join("\n  ", invalid.errors()));
        }
        pass("aliquot.mapping", mapping.toAbsolutePath());
    }

    private void checkOptions() {
        List<String> errors = Ports.faults(port, managementPort);
        checkNames(errors);
        List<Long> sizes = CardSizes.read(cards, errors);
        if (!errors.isEmpty()) {
            throw wrong(String.join("\n", errors));
        }
        if (!sizes.isEmpty()) {
            pass("aliquot.cards", sizes.stream().map(String::valueOf).collect(Collectors.joining(",")));
        }
    }

    private void checkNames(List<String> errors) {
        if (registration != null && !OBJECT_NAME.matcher(registration).matches()) {
            errors.add("--registration: '" + registration + "' is no name of an object");
        }
        if (!OBJECT_NAME.matcher(lease).matches()) {
            errors.add("--lease: '" + lease + "' is no name of an object");
        }
        names.stream()
                .filter(name -> !HOST.matcher(name).matches())
                .forEach(name -> errors.add("--names: '" + name + "' is no host name and no address"));
    }

    private String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw wrong("--mapping: " + file + " cannot be read: " + Input.sentence(e));
        }
    }

    private void passCertificate() {
        if (certificate.selfSigned != null) {
            CertificateFiles files = issued(certificate.selfSigned);
            passCertificate(files.certificate(), files.key());
        } else if (certificate.own != null) {
            CertificateFiles files = kept(certificate.own);
            passCertificate(files.certificate(), files.key());
        } else if (certificate.provided != null) {
            passCertificate(
                    readable("--cert", certificate.provided.certificate), readable("--key", certificate.provided.key));
        }
    }

    private void passCertificate(Path chain, Path key) {
        try {
            var unused = ServingPair.read(chain, key);
        } catch (GeneralSecurityException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
        pass("aliquot.certificate", chain.toAbsolutePath());
        pass("aliquot.certificate-key", key.toAbsolutePath());
    }

    private CertificateFiles issued(Path directory) {
        try {
            return new SelfSigned(Clock.systemUTC()).ensure(directory, names);
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw wrong(
                    "--self-signed: no certificate for " + String.join(", ", names) + " in " + directory + ": " + e);
        }
    }

    private CertificateFiles kept(OwnCertificateOptions own) {
        try {
            return own.ensure(names, Optional.ofNullable(registration), WebhookCommand::pass);
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw wrong("--certificate-secret: no certificate for " + String.join(", ", names) + ": " + e);
        }
    }

    private Path authorities(Path file) {
        try {
            var unused = Pem.certificates(Files.readString(readable("--ca-bundle", file)));
            return file;
        } catch (IOException | GeneralSecurityException e) {
            throw wrong("--ca-bundle: " + file + " has no CA certificate, PEM: " + e.getMessage());
        }
    }

    private Path readable(String option, Path file) {
        if (!Files.isReadable(file)) {
            throw wrong(option + ": " + file + " cannot be read");
        }
        return file;
    }

    private ParameterException wrong(String message) {
        if (spec == null) {
            throw new IllegalStateException(message);
        }
        return new ParameterException(spec.commandLine(), message);
    }

    private static void pass(String property, Object value) {
        System.setProperty(property, value.toString());
    }
}
