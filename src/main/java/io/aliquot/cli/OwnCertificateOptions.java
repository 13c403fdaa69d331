package io.aliquot.cli;

import io.aliquot.tls.CertificateFiles;
import io.aliquot.tls.own.Lifetimes;
import io.aliquot.tls.own.OwnCertificate;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a certificate that all replicas keep in a Secret. */
final class OwnCertificateOptions {
    @Option(
            names = "--certificate-secret",
            paramLabel = "NAME",
            required = true,
            description = "Issue one, and its CA, into this Secret of the own namespace; all replicas share it.")
    private String secret = "";

    @Option(names = "--service", paramLabel = "NAME", description = "Service that the certificate is for.")
    private @Nullable String service;

    @Option(
            names = "--certificate-folder",
            paramLabel = "DIR",
            defaultValue = "/tmp/aliquot-certificate",
            description = "Where this replica keeps its files (default: ${DEFAULT-VALUE}).")
    private Path folder = Path.of("/tmp/aliquot-certificate");

    @Option(
            names = "--certificate-lifetime",
            paramLabel = "DURATION",
            defaultValue = "P90D",
            description = "How long a certificate is valid; renewed at two thirds (default: ${DEFAULT-VALUE}).")
    private Duration lifetime = Duration.ofDays(90);

    @Option(
            names = "--authority-lifetime",
            paramLabel = "DURATION",
            defaultValue = "P365D",
            description = "How long the CA is valid; renewed at two thirds (default: ${DEFAULT-VALUE}).")
    private Duration authorityLifetime = Duration.ofDays(365);

    @Option(
            names = "--certificate-settle",
            paramLabel = "DURATION",
            defaultValue = "PT1M",
            description = "How long a new CA is published before it issues (default: ${DEFAULT-VALUE}).")
    private Duration settle = Duration.ofMinutes(1);

    @Option(
            names = "--certificate-look",
            paramLabel = "DURATION",
            defaultValue = "PT10S",
            description = "How often the Secret is looked at (default: ${DEFAULT-VALUE}).")
    private Duration look = Duration.ofSeconds(10);

    /** Waits until there is a certificate, and tells the server how to keep it. */
    CertificateFiles ensure(List<String> hosts, Optional<String> registration, BiConsumer<String, Object> pass)
            throws IOException, GeneralSecurityException {
        CertificateFiles files = FirstCertificate.await(namespace -> {
            List<String> names = names(hosts, namespace);
            pass.accept("aliquot.certificate-names", String.join(",", names));
            return new OwnCertificate(
                    secret, names, new Lifetimes(lifetime, authorityLifetime, settle), registration, folder);
        });
        passOthers(pass);
        pass.accept("aliquot.ca-bundle", files.authority().toAbsolutePath());
        return files;
    }

    private void passOthers(BiConsumer<String, Object> pass) {
        pass.accept("aliquot.certificate-secret", secret);
        pass.accept("aliquot.certificate-folder", folder.toAbsolutePath());
        pass.accept("aliquot.certificate-lifetime", lifetime);
        pass.accept("aliquot.authority-lifetime", authorityLifetime);
        pass.accept("aliquot.certificate-settle", settle);
        pass.accept("aliquot.certificate-look", look);
    }

    private List<String> names(List<String> hosts, Optional<String> namespace) {
        List<String> names = new ArrayList<>(hosts);
        if (service != null) {
            String name = service + "." + namespace.orElse("default") + ".svc";
            names.add(name);
            names.add(name + ".cluster.local");
        }
        return names;
    }
}
