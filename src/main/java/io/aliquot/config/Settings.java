package io.aliquot.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What the command line passes to the server. */
@ConfigMapping(prefix = "aliquot")
public interface Settings {
    /** The mapping file; the built-in mapping when there is none. */
    Optional<Path> mapping();

    /** Where templates go. */
    @WithDefault("kubernetes")
    TemplateStore templates();

    /** Memory of the cards in the cluster in MiB, as long as nothing else tells it. */
    Optional<List<Long>> cards();

    /** The serving certificate and those that lead to its CA, PEM. */
    Optional<Path> certificate();

    /** Its private key, PEM. */
    Optional<Path> certificateKey();

    /** Name of the Secret that holds a certificate of our own; nothing when somebody else issues it. */
    Optional<String> certificateSecret();

    /** Hosts that a certificate of our own is for. */
    Optional<List<String>> certificateNames();

    /** Where the files of a certificate of our own are. */
    @WithDefault("/tmp/aliquot-certificate")
    Path certificateFolder();

    /** How long a serving certificate of our own is valid. */
    @WithDefault("P90D")
    Duration certificateLifetime();

    /** How long a CA of our own is valid. */
    @WithDefault("P365D")
    Duration authorityLifetime();

    /** How long it takes until every API server uses a changed caBundle. */
    @WithDefault("PT1M")
    Duration certificateSettle();

    /** How often the certificate, its Secret and the registration are looked at. */
    @WithDefault("PT10S")
    Duration certificateLook();

    /** Name of the own MutatingWebhookConfiguration, whose matchConditions follow the mapping. */
    Optional<String> registration();

    /** CA certificates in PEM that the own MutatingWebhookConfiguration is to name. */
    Optional<Path> caBundle();

    /** Name of the Lease that the leader holds. */
    @WithDefault("aliquot-webhook")
    String lease();

    /** How long a template that no pod refers to stays. */
    @WithDefault("PT1H")
    Duration sweepAfter();

    /** Where ResourceClaimTemplates go. */
    enum TemplateStore {
        KUBERNETES,
        MEMORY
    }
}
