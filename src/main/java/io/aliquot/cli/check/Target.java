package io.aliquot.cli.check;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ServiceReference;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
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
        if (config.getCaBundle() == null || config.getCaBundle().isEmpty()) {
            throw new IllegalStateException("webhooks[0].clientConfig.caBundle: is empty, so the API server trusts no"
                    + " webhook; the leading replica fills it in a few seconds, and its log says why it could not");
        }
        String trust = new String(Base64.getDecoder().decode(config.getCaBundle()), StandardCharsets.UTF_8);
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
