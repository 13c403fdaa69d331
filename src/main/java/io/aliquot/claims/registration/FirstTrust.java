package io.aliquot.claims.registration;

import io.aliquot.claims.registration.OwnRegistration.Change;
import io.aliquot.tls.Authorities;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What a replica sees to before it is asked: that the API server trusts what it serves. When the kind of certificate is
 * changed, the leader is still a replica with the old one, and knows nothing of the new.
 */
public final class FirstTrust implements BooleanSupplier {
    private final OwnRegistration registration;
    private final Supplier<Optional<Authorities>> own;

    /** @param own CAs of what this replica serves, or nothing when somebody else sees to the caBundle */
    public FirstTrust(KubernetesClient client, String name, Supplier<Optional<Authorities>> own) {
        this.registration = new OwnRegistration(client, name);
        this.own = own;
    }

    /** Looks once, and adds what is missing; whether everything is there. A registration that is missing asks nobody. */
    @Override
    public boolean getAsBoolean() {
        return own.get()
                .flatMap(ours -> registration.read().map(present -> added(ours, present)))
                .orElse(true);
    }

    private boolean added(Authorities ours, MutatingWebhookConfiguration present) {
        List<Change> changes = Change.caBundles(present, ours::missingIn);
        return changes.isEmpty() || registration.write(present, changes);
    }
}
