package io.aliquot.cli.check;

import io.aliquot.tls.Authorities;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ServiceReference;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import java.net.URI;
import java.util.Optional;

/**
 * Where a registration points.
 *
 * @param authorities what it trusts, PEM
 */
public record Target(String host, int port, String path, String authorities) {
    private static final int HTTPS = 443;

    /** Throws an IllegalStateException with a sentence when the registration cannot work. */
    public static Target of(MutatingWebhookConfiguration registration) {
        WebhookClientConfig config = registration.getWebhooks().stream()
                .findFirst()
                .map(MutatingWebhook::getClientConfig)
                .orElseThrow(() -> new IllegalStateException("the registration names no webhook"));
        Authorities authorities = Authorities.named(config.getCaBundle());
        if (authorities.certificates().isEmpty()) {
            throw new IllegalStateException(
                    "webhooks[0].clientConfig.caBundle: names no CA certificate, so the API server"
                            + " trusts no webhook; each replica adds its own before it is ready, and its log says why it could not");
        }
        String trust = authorities.pem();
        ServiceReference service = config.getService();
        if (service == null) {
            URI url = URI.create(config.getUrl());
            return new Target(url.getHost(), url.getPort() < 0 ? HTTPS : url.getPort(), url.getPath(), trust);
        }
        return new Target(
                service.getName() + "." + service.getNamespace() + ".svc",
                Optional.ofNullable(service.getPort()).orElse(HTTPS),
                Optional.ofNullable(service.getPath()).orElse("/"),
                trust);
    }
}
