package io.aliquot.tls.own;

import io.aliquot.tls.Authorities;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Whether our registration has named a CA for so long that every API server has taken notice. */
final class PublishedTrust implements Predicate<X509Certificate> {
    private final KubernetesClient client;
    private final Optional<String> registration;
    private final Duration settle;
    private final Clock clock;
    private final Map<X509Certificate, Instant> seen = new HashMap<>();

    PublishedTrust(KubernetesClient client, Optional<String> registration, Duration settle, Clock clock) {
        this.client = client;
        this.registration = registration;
        this.settle = settle;
        this.clock = clock;
    }

    @Override
    public boolean test(X509Certificate authority) {
        if (!isNamed(authority)) {
            seen.remove(authority);
            return false;
        }
        Instant since = seen.computeIfAbsent(authority, unused -> clock.instant());
        return !clock.instant().isBefore(since.plus(settle));
    }

    private boolean isNamed(X509Certificate authority) {
        return registration
                .flatMap(name -> Optional.ofNullable(client.admissionRegistration()
                        .v1()
                        .mutatingWebhookConfigurations()
                        .withName(name)
                        .get()))
                .map(MutatingWebhookConfiguration::getWebhooks)
                .filter(webhooks -> !webhooks.isEmpty())
                .map(webhooks -> isNamed(webhooks, authority))
                .orElse(false);
    }

    private static boolean isNamed(List<MutatingWebhook> webhooks, X509Certificate authority) {
        return webhooks.stream()
                .map(webhook -> Authorities.named(webhook.getClientConfig().getCaBundle()))
                .allMatch(named -> named.certificates().contains(authority));
    }
}
